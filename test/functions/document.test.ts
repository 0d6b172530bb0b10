import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { encodingFor } from "../../shared/http/serve/accept.ts";
import { documentOf, keptDocuments } from "../../shared/http/serve/document.ts";
import { finished, type Result, storable } from "../../shared/http/serve/responses.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const page: Result = {
  statusCode: 200,
  headers: { "content-type": "text/html", vary: "cookie" },
  body: "<p>Ana’s page.</p>".repeat(200),
};
const document = documentOf(storable(page, 300));
const ask = (headers: Record<string, string>, of = document, method = "GET") =>
  finished(of(gatewayEvent(method, { headers })), gatewayEvent(method, { headers }));

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["deflate, *", undefined],
  ["gzip;q=0", undefined],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.5, gzip", "gzip"],
  ["br;q=0, gzip;q=0.1", "gzip"],
] as const)("a caller that accepts %s gets %s", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});

describe("a document", () => {
  test("is the same text in each encoding, with an etag of its own", () => {
    const [plain, gzip, br] = [{}, { "accept-encoding": "gzip" }, { "accept-encoding": "br" }].map(
      (headers) => ask(headers as Record<string, string>),
    );
    const bytesOf = (reply?: Result) => Buffer.from(reply?.body ?? "", "base64");
    expect(plain?.body).toBe(page.body);
    expect(gunzipSync(bytesOf(gzip)).toString()).toBe(page.body);
    expect(brotliDecompressSync(bytesOf(br)).toString()).toBe(page.body);
    const replies = [plain, gzip, br];
    expect(replies.map((reply) => [reply?.isBase64Encoded, reply?.headers["content-encoding"]])).toEqual([
      [undefined, undefined],
      [true, "gzip"],
      [true, "br"],
    ]);
    expect(new Set(replies.map((reply) => reply?.headers.etag)).size).toBe(3);
    for (const reply of replies) expect(reply?.headers.vary).toBe("cookie, accept-encoding");
  });

  test("is a 304 for a caller that has this encoding of it, and for no other", () => {
    const { etag = "" } = ask({ "accept-encoding": "gzip" }).headers;
    const held = ask({ "accept-encoding": "gzip", "if-none-match": `"other", W/${etag}` });
    expect([held.statusCode, held.body, held.headers["content-encoding"]]).toEqual([
      304,
      undefined,
      undefined,
    ]);
    expect(held.headers).toMatchObject({
      etag,
      vary: "cookie, accept-encoding",
      "cache-control": "public, max-age=300",
    });
    expect(ask({ "if-none-match": etag }).statusCode).toBe(200);
    expect(ask({ "accept-encoding": "br", "if-none-match": etag }).statusCode).toBe(200);
  });

  test("has the headers of GET and no body for HEAD", () => {
    const { headers } = ask({ "accept-encoding": "br" });
    expect(ask({ "accept-encoding": "br" }, document, "HEAD")).toEqual({
      statusCode: 200,
      isBase64Encoded: true,
      headers,
    });
  });

  test("is compressed once in an environment for each encoding", () => {
    const headers = { "accept-encoding": "gzip" };
    const event = gatewayEvent("GET", { headers });
    expect(document(event)).toBe(document(event));
  });

  test("stays plain where nothing is gained: below a kilobyte, or already compressed", () => {
    const small = documentOf({ ...page, body: "ok" });
    const image = documentOf({ ...page, body: "A".repeat(4_000), isBase64Encoded: true });
    for (const each of [small, image]) {
      const { headers } = ask({ "accept-encoding": "gzip" }, each);
      expect([headers["content-encoding"], headers.vary]).toEqual([undefined, "cookie"]);
    }
  });
});

test("a kept document is made at its first request, and again when its period ends", () => {
  const documents = keptDocuments();
  const etags: string[] = [];
  for (const day of ["Monday", "Monday", "Tuesday"])
    documents("/docs", day, () => {
      etags.push(day);
      return page;
    });
  expect(etags).toEqual(["Monday", "Tuesday"]);
});

test("each HTML page has the headers that close it to other pages, and no other reply has them", () => {
  const headersOf = (type: string) =>
    finished({ statusCode: 404, headers: { "content-type": type } }, gatewayEvent("GET")).headers;
  expect(headersOf("text/html; charset=utf-8")).toMatchObject({
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": expect.stringMatching(/camera=\(\), .*geolocation=\(\)/),
  });
  expect(headersOf("application/json")).not.toHaveProperty("permissions-policy");
});
