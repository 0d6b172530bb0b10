import { describe, expect, test } from "@jest/globals";
import { isOwnOrigin } from "../gateway/own-origin.ts";

describe("a request for /_local/", () => {
  test.each([
    ["a program", { host: "localhost:3000" }],
    ["a program that names the address", { host: "127.0.0.1:3000" }],
    ["our own page", { host: "localhost:3000", origin: "http://localhost:3000" }],
    [
      "a reader who follows a link",
      { host: "localhost:3000", "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" },
    ],
    ["a typed address", { host: "localhost:3000", "sec-fetch-site": "none" }],
  ])("from %s passes", (_, headers) => {
    expect(isOwnOrigin(headers, 3000)).toBe(true);
  });

  test("at port 80, it passes without the port, which clients leave out", () => {
    expect(isOwnOrigin({ host: "localhost", origin: "http://localhost" }, 80)).toBe(true);
    expect(isOwnOrigin({ host: "localhost:80" }, 80)).toBe(true);
    expect(isOwnOrigin({ host: "localhost" }, 3000)).toBe(false);
    expect(isOwnOrigin({ host: "localhost", origin: "http://evil.example" }, 80)).toBe(false);
  });

  test.each([
    ["a page of another site", { host: "localhost:3000", origin: "https://evil.example" }],
    ["a page of another port", { host: "localhost:3000", origin: "http://localhost:4000" }],
    ["a sandboxed frame", { host: "localhost:3000", origin: "null" }],
    ["a rebound name", { host: "evil.example:3000" }],
    ["a rebound name with its own origin", { host: "evil.example:3000", origin: "http://evil.example:3000" }],
    ["a host of another port", { host: "localhost:4000" }],
    ["a client without a host", {}],
    [
      "an image on another site",
      { host: "localhost:3000", "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
    ],
    [
      "a frame on another site",
      { host: "localhost:3000", "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" },
    ],
  ])("from %s is refused", (_, headers) => {
    expect(isOwnOrigin(headers, 3000)).toBe(false);
  });
});
