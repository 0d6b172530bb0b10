import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { vector } from "../../shared/client/test/vector.ts";
import { verifyWebhook } from "../../shared/client/verify-webhook.ts";
import { decodeBase64url } from "../../shared/crypto/base64url.ts";
import {
  type LinkPurpose,
  type SealingKeys,
  seal,
  sealLink,
  Unsealable,
  unseal,
  unsealLink,
} from "../../shared/crypto/sealed.ts";
import { modeOfKey, newApiKey } from "../../shared/domain/account/api-key.ts";
import { newSecret } from "../../shared/webhooks/signing.ts";
import { anyCharacter } from "../support/any-text.ts";
import { misspellings } from "../support/misspellings.ts";

const keys: SealingKeys = [randomBytes(32)];
const owner = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";

/** The text that a sealed one contains. Undefined: it does not open, and the error reveals nothing of it. */
function opened(sealed: string, of = owner, by = keys): string | undefined {
  try {
    return unseal(sealed, of, by);
  } catch (error) {
    expect(error).toBeInstanceOf(Unsealable);
    const { cause, message } = error as Error;
    expect([cause, message]).toEqual([undefined, expect.stringMatching(/^The sealed text [a-z, ]+$/)]);
    return undefined;
  }
}

describe("a sealed text", () => {
  test("opens for its owner as it was, and is another one each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string(), (text, anyOwner) => {
        const first = seal(text, anyOwner, keys);
        const other = seal(text, anyOwner, keys);
        expect([opened(first, anyOwner), first === other]).toEqual([text, false]);
      }),
    );
  });

  const fixedKey = new Uint8Array(32).map((_, i) => i);

  test.each([
    [
      "whsec_dmVjdG9yLXNlY3JldC1vZi10aGUtb2xkLWNvZGU",
      owner,
      "v1.630dcd29.RAVXVz83JwPfOlI6Ab8g4uNEIYNr9pHay23oakqPwFNVZS5ATrb5gZIPYhXKY7NeckhO9brvGo2LyujneIm0gWj-WvYmGxADEQ",
    ],
    ["", "", "v1.630dcd29.IPWuLq7TNKxWtNFqHzI6RPtVRhAJYmNU8G_PEA"],
    ["naïve 💶\n", "IDEMPOTENCY#abc", "v1.630dcd29.kawa23wL953OIbZblULKpp-_kDSLICIXJTA3SYpgbkFiiETbm5FJdA"],
  ])("of the first release still opens: %j", (text, of, sealed) => {
    expect(opened(sealed, of, [fixedKey])).toBe(text);
  });

  test("does not open for another id or with another key, and reveals nothing", () => {
    const secret = newSecret();
    const sealed = seal(secret, owner, keys);
    expect([opened(sealed, `${owner}9`), opened(sealed, owner, [randomBytes(32)])]).toEqual([
      undefined,
      undefined,
    ]);
    expect(sealed).not.toContain(secret.slice(6, 20));
    expect(sealed.length).toBeLessThan(200);
  });

  test("has the newest key, and the older key still opens its texts", () => {
    const both: SealingKeys = [randomBytes(32), ...keys];
    const old = seal("old", owner, keys);
    const fresh = seal("fresh", owner, both);
    expect([opened(old, owner, both), opened(fresh, owner, both), opened(fresh)]).toEqual([
      "old",
      "fresh",
      undefined,
    ]);
  });

  test.each([
    "",
    "v1",
    "v1.",
    "v2.aaaaaaaa.AAAA",
    "v1.aaaaaaaa.AAAA",
    "whsec_plain",
    `v1..${"A".repeat(60)}`,
  ])("is not %j", (text) => expect(opened(text)).toBeUndefined());
});

const secret = "s".repeat(64);
const now = new Date("2027-01-02T09:00:00.000Z");
const expiresAt = new Date("2027-01-02T09:15:00.000Z");
const parts = ["acct_1", "test", "drv_1"];
const keysFrom = (secrets: readonly [string, ...string[]] = [secret]) =>
  sealLink("tax-document", { parts, expiresAt }, secrets);
const read = (token: string, secrets: readonly [string, ...string[]] = [secret], at = now) =>
  unsealLink("tax-document", token, secrets, at);

describe("a link's token", () => {
  test("has what was sealed until it expires, and is another one each time", () => {
    expect(read(keysFrom())).toEqual({ parts, expiresAt });
    expect(read(keysFrom(), [secret], new Date(expiresAt.getTime() - 1))).toBeDefined();
    expect(read(keysFrom(), [secret], expiresAt)).toBeUndefined();
    expect(keysFrom()).not.toBe(keysFrom());
  });

  test.each([
    [
      ["acct_1", "test", "drv_1", "2026"],
      secret,
      "ZHcHpiId5juy9Ul6ZQRLEg835zNNkoRjmmXph8R3u7xORiIbDVi2LA_xb58mSb1QVChYKrQFER5JkVd0nTRwmDf-vO0LHkG9ftUx",
    ],
    [[], "é", "MH91oWnjr6jcMM70EwjO0lU3wAc4W7Hg2C5lZpZXa9shOkco3AsS0dYzsOVGGqlLPTbAlw"],
  ])("of the first release still opens: %j", (parts, ofSecret, token) => {
    expect(read(token, [ofSecret])).toEqual({ parts, expiresAt: new Date("2099-01-02T09:15:00.000Z") });
  });

  test("opens with its own secret and purpose only, and with an older secret", () => {
    expect(read(keysFrom(), [`${secret}x`])).toBeUndefined();
    expect(unsealLink("another-purpose" as LinkPurpose, keysFrom(), [secret], now)).toBeUndefined();
    expect(read(keysFrom(), ["newer", secret])).toBeDefined();
    expect(read(keysFrom(["newer", secret]), ["newer"])).toBeDefined();
    expect(read(keysFrom(["newer", secret]))).toBeUndefined();
  });

  test("is no other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(read(text)).toBeUndefined();
      }),
    );
  });
});

test("bytes have one base64url text, and no other text decodes to them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (array) => {
      const bytes = Buffer.from(array);
      const text = bytes.toString("base64url");
      expect(decodeBase64url(text)).toEqual(bytes);
      const others = misspellings(text, text.length - 4);
      expect([...others].filter((other) => decodeBase64url(other)?.equals(bytes))).toEqual([]);
    }),
  );
  for (const text of ["AB", "AAB", "QQ==", "QUE=", "QU E", "+w", "_w\n", "A", "AAAAA", "é"])
    expect([text, decodeBase64url(text)]).toEqual([text, undefined]);
});

const verifies = (changes: { secret?: string; headers?: Record<string, string> }): boolean =>
  verifyWebhook({ ...vector, now: vector.sentAt, ...changes }).ok;

test.each<[what: string, make: (text: string) => string, accepts: (text: string) => boolean]>([
  [
    "a link's token",
    (text) => sealLink("tax-document", { parts: [text], expiresAt }, [secret]),
    (token) => read(token) !== undefined,
  ],
  ["a sealed text", (text) => seal(text, owner, keys), (sealed) => opened(sealed) !== undefined],
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
    const others = misspellings(right, text === "" ? 0 : right.length - 4);
    expect([...others].filter(accepts)).toEqual([]);
  }
});
