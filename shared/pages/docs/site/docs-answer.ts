import { brotliDecompressSync } from "node:zlib";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { brand } from "../../../domain/brand.ts";
import { baseUrl, cacheable, type Result } from "../../../http/serve/responses.ts";
import { withRequestValues } from "../docs-request.ts";
import { cursorConfig } from "./docs-install-links.ts";

const FIVE_MINUTES = 300;

/** The answer to a path of the documentation. The build defines `DOCS_SITE`: see browser-text.d.ts. */
export function docsAnswer(event: APIGatewayProxyEventV2, now: Date): Result {
  const found = site.get(event.rawPath);
  if (found?.statusCode === 200) {
    const body = withRequestValues(found.body ?? "", now);
    return cacheable({ ...found, body }, FIVE_MINUTES, event);
  }
  return site.get(`${brand.docsPath}/missing`) as Result;
}

const unpacked = () => brotliDecompressSync(Buffer.from(DOCS_SITE, "base64")).toString();

/** The address is also part of links that have it encoded. */
function withAddress(text: string): string {
  return text
    .replaceAll(DOCS_SITE_ADDRESS, baseUrl())
    .replaceAll(encodeURIComponent(DOCS_SITE_ADDRESS), encodeURIComponent(baseUrl()))
    .replaceAll(cursorConfig(DOCS_SITE_ADDRESS), cursorConfig(baseUrl()));
}

/** The documentation as the bundler made it, with the address of this deployment. */
const site = new Map<string, Result>(Object.entries(JSON.parse(withAddress(unpacked()))));
