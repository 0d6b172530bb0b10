import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { vector } from "../../shared/client/test/vector.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { decodeBase64url } from "../../shared/crypto/base64url.ts";
import { type SealingKeys, seal, sealLink, unseal, unsealLink } from "../../shared/crypto/sealed.ts";
import { modeOfKey, newApiKey } from "../../shared/domain/account/api-key.ts";
import { misspellings } from "../support/misspellings.ts";

const decodes = (text: string) => decodeBase64url(text) !== undefined;

test("bytes have one base64url text, and no other text decodes to them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (array) => {
      const bytes = Buffer.from(array);
      const text = bytes.toString("base64url");
      expect(decodeBase64url(text)).toEqual(bytes);
      expect([...misspellings(text)].filter((other) => decodeBase64url(other)?.equals(bytes))).toEqual([]);
    }),
  );
});

test.each(["AB", "AAB", "QQ==", "QUE=", "QU E", "+w", "_w\n", "A", "AAAAA", "é"])(
  "%j is not base64url as an encoder writes it",
  (text) => {
    expect(decodes(text)).toBe(false);
  },
);

const now = new Date("2027-01-02T09:00:00.000Z");
const expiresAt = new Date("2027-01-02T09:15:00.000Z");
const keys: SealingKeys = [new Uint8Array(32)];

test.each<[what: string, make: (text: string) => string, accepts: (text: string) => boolean]>([
  [
    "a link's token",
    (text) => sealLink("tax-document", { parts: [text], expiresAt }, ["secret"]),
    (token) => unsealLink("tax-document", token, ["secret"], now) !== undefined,
  ],
  ["a sealed text", (text) => seal(text, "owner", keys), (sealed) => opens(sealed)],
  [
    "a delivery's signature",
    () => vector.headers["webhook-signature"],
    (signature) => verifies({ headers: { ...vector.headers, "webhook-signature": signature } }),
  ],
  ["an endpoint's secret", () => vector.secret, (secret) => verifies({ secret })],
  ["an API key", () => newApiKey("test"), (key) => modeOfKey(key) !== undefined],
])("%s is refused if one character differs", (_, make, accepts) => {
  // Of three lengths, each ends in another number of bits.
  for (const text of ["", "1", "12"]) {
    const right = make(text);
    expect(accepts(right)).toBe(true);
    expect([...misspellings(right)].filter(accepts)).toEqual([]);
  }
});

function opens(sealed: string): boolean {
  try {
    unseal(sealed, "owner", keys);
    return true;
  } catch {
    return false;
  }
}

function verifies(changes: { secret?: string; headers?: Record<string, string> }): boolean {
  return verifyWebhook({ ...vector, now: vector.sentAt, ...changes }).ok;
}
