import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type LinkPurpose, seal, unseal } from "../../shared/http/sealed-link.ts";

const secret = "s".repeat(64);
const now = new Date("2027-01-02T09:00:00.000Z");
const expiresAt = new Date("2027-01-02T09:15:00.000Z");
const made = () => seal("tax-document", { parts: ["acct_1", "test", "drv_1"], expiresAt }, secret);

test("a token says what was sealed, until the instant it expires", () => {
  const parts = ["acct_1", "test", "drv_1"];
  expect(unseal("tax-document", made(), secret, now)).toEqual({ parts, expiresAt });
  expect(unseal("tax-document", made(), secret, new Date(expiresAt.getTime() - 1))).toBeDefined();
  expect(unseal("tax-document", made(), secret, expiresAt)).toBeUndefined();
});

test("a token is of one secret and one purpose", () => {
  expect(unseal("tax-document", made(), `${secret}x`, now)).toBeUndefined();
  expect(unseal("another-purpose" as LinkPurpose, made(), secret, now)).toBeUndefined();
});

test("two tokens of the same differ", () => {
  expect(made()).not.toBe(made());
});

test("no token with any bit changed is taken, and no text is", () => {
  const bytes = Buffer.from(made(), "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(unseal("tax-document", changed.toString("base64url"), secret, now)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(unseal("tax-document", text, secret, now)).toBeUndefined();
    }),
  );
});

test("another spelling of the same bytes is not taken", () => {
  const token = made();
  for (const same of [`${token}=`, `${token} `, ` ${token}`, `${token}\n`, token.replace(/.$/, "$&$&")]) {
    expect(unseal("tax-document", same, secret, now)).toBeUndefined();
  }
});
