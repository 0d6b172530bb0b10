import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type LinkPurpose, sealLink, unsealLink } from "../../shared/crypto/sealed.ts";
import { anyCharacter } from "../support/any-text.ts";

const secret = "s".repeat(64);
const keys = [secret] as const;
const now = new Date("2027-01-02T09:00:00.000Z");
const expiresAt = new Date("2027-01-02T09:15:00.000Z");
const made = () => sealLink("tax-document", { parts: ["acct_1", "test", "drv_1"], expiresAt }, keys);

test("a token contains what was sealed, until it expires", () => {
  const parts = ["acct_1", "test", "drv_1"];
  expect(unsealLink("tax-document", made(), keys, now)).toEqual({ parts, expiresAt });
  expect(unsealLink("tax-document", made(), keys, new Date(expiresAt.getTime() - 1))).toBeDefined();
  expect(unsealLink("tax-document", made(), keys, expiresAt)).toBeUndefined();
});

test.each([
  [
    ["acct_1", "test", "drv_1", "2026"],
    secret,
    "ZHcHpiId5juy9Ul6ZQRLEg835zNNkoRjmmXph8R3u7xORiIbDVi2LA_xb58mSb1QVChYKrQFER5JkVd0nTRwmDf-vO0LHkG9ftUx",
  ],
  [[], "é", "MH91oWnjr6jcMM70EwjO0lU3wAc4W7Hg2C5lZpZXa9shOkco3AsS0dYzsOVGGqlLPTbAlw"],
])("a token of the first release still opens: %j", (parts, ofSecret, token) => {
  const opened = unsealLink("tax-document", token, [ofSecret], now);
  expect(opened).toEqual({ parts, expiresAt: new Date("2099-01-02T09:15:00.000Z") });
});

test("a token opens with its own secret and purpose only", () => {
  expect(unsealLink("tax-document", made(), [`${secret}x`], now)).toBeUndefined();
  expect(unsealLink("another-purpose" as LinkPurpose, made(), keys, now)).toBeUndefined();
});

test("the first of several secrets seals, and each opens", () => {
  const both = ["newer", secret] as const;
  expect(unsealLink("tax-document", made(), both, now)).toBeDefined();
  const later = sealLink("tax-document", { parts: ["acct_1"], expiresAt }, both);
  expect(unsealLink("tax-document", later, ["newer"], now)).toBeDefined();
  expect(unsealLink("tax-document", later, keys, now)).toBeUndefined();
});

test("two tokens of the same contents differ", () => {
  expect(made()).not.toBe(made());
});

test("a token with any bit changed, or any other text, is refused", () => {
  const bytes = Buffer.from(made(), "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(unsealLink("tax-document", changed.toString("base64url"), keys, now)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      expect(unsealLink("tax-document", text, keys, now)).toBeUndefined();
    }),
  );
});
