import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { excerptOf } from "../../shared/webhooks/excerpt.ts";

const bytes = (text: string) => Buffer.from(text);

test("what is text stays as it is, up to the last whole character that fits", () => {
  expect(excerptOf(bytes('{"ok":true}\n\tJosé 🚲'), undefined, 100)).toBe('{"ok":true}\n\tJosé 🚲');
  expect(excerptOf(bytes("ab🚲"), "identity", 5)).toBe("ab");
  expect(excerptOf(bytes("ab🚲"), undefined, 6)).toBe("ab🚲");
});

test("what could disturb a terminal or a page's text is left out", () => {
  expect(excerptOf(bytes("a\u0000b\u001b[31mc\rd\u007fe\u0085f\u202eg"), undefined, 100)).toBe("ab[31mcdefg");
});

test("what is encoded is not shown", () => {
  expect(excerptOf(bytes("gibberish"), "gzip", 100)).toBe("");
});

test("any bytes make a text that is no longer than allowed, and that survives being stored", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 100 }), (body, max) => {
      const excerpt = excerptOf(body, undefined, max);
      expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(max);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt).not.toMatch(/[^\P{Cc}\t\n]/u);
    }),
  );
});
