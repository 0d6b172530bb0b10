import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { type Encoding, encodingFor } from "./accept.ts";
import { baseUrl, type Result, unlessHeld, withEtag } from "./responses.ts";

const MIN_BYTES = 1_024;

const compress: Record<Encoding, (text: string) => Buffer> = {
  // Quality 5 is as fast as gzip and smaller. 11 takes fifty times as long for a tenth less.
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => gzipSync(text, { level: 9 }),
};

export type Document = (event: APIGatewayProxyEventV2) => Result;

/** A reply that no request changes, encoded once. Each encoding has its etag. */
export function documentOf(result: Result): Document {
  const results = new Map<Encoding | undefined, Result>();
  const canShrink = !result.isBase64Encoded && Buffer.byteLength(result.body ?? "") >= MIN_BYTES;
  const headers = canShrink ? { ...result.headers, vary: varying(result.headers.vary) } : result.headers;
  return (event) => {
    const encoding = canShrink ? encodingFor(event.headers["accept-encoding"]) : undefined;
    let answer = results.get(encoding);
    if (!answer) {
      answer = withEtag({ ...result, headers, ...(encoding && encoded(result, headers, encoding)) });
      results.set(encoding, answer);
    }
    return unlessHeld(answer, event);
  };
}

/** Makes each document at its first request, and for each new `period`. Names stay, so have few. */
export function keptDocuments(): (name: string, period: string, make: () => Result) => Document {
  const kept = new Map<string, { period: string; document: Document }>();
  return (name, period, make) => {
    const known = kept.get(name);
    if (known?.period === period) return known.document;
    const document = documentOf(make());
    kept.set(name, { period, document });
    return document;
  };
}

const varying = (others: string | undefined): string =>
  others === undefined ? "accept-encoding" : `${others}, accept-encoding`;

const encoded = (result: Result, headers: Result["headers"], encoding: Encoding): Partial<Result> => ({
  headers: { ...headers, "content-encoding": encoding },
  body: compress[encoding](result.body ?? "").toString("base64"),
  isBase64Encoded: true,
});

/** A text that the build packed, with this deployment's address in place of the build's placeholder. */
export const unpacked = (packed: string): string =>
  brotliDecompressSync(Buffer.from(packed, "base64")).toString().replaceAll(BUILT_ADDRESS, baseUrl());
