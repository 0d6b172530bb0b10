import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { excerptOf, headersOf } from "../../shared/webhooks/excerpt.ts";

const bytes = (text: string) => Buffer.from(text);

test("text stays unchanged, up to the last whole character that fits", () => {
  expect(excerptOf(bytes('{"ok":true}\n\tJosé 🚲'), undefined, 100)).toBe('{"ok":true}\n\tJosé 🚲');
  expect(excerptOf(bytes("ab🚲"), "identity", 5)).toBe("ab");
  expect(excerptOf(bytes("ab🚲"), undefined, 6)).toBe("ab🚲");
});

test("characters that disturb a terminal or a page are dropped", () => {
  expect(excerptOf(bytes("a\u0000b\u001b[31mc\rd\u007fe\u0085f\u202eg"), undefined, 100)).toBe("ab[31mcdefg");
});

test("an encoded body has no excerpt", () => expect(excerptOf(bytes("gibberish"), "gzip", 100)).toBe(""));

test("any bytes give a text within the limit that survives storage", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 100 }), (body, max) => {
      const excerpt = excerptOf(body, undefined, max);
      expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(max);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt).not.toMatch(/[^\P{Cc}\t\n]/u);
    }),
  );
});

test("only headers that hold no secret are kept, as text that is safe to show", () => {
  const headers = { server: "nginx\u0007", "set-cookie": ["s=secret"], "retry-after": "1".repeat(300) };
  expect(headersOf({ ...headers, authorization: "secret" })).toBe(
    `retry-after: ${"1".repeat(100)}\nserver: nginx`,
  );
});
