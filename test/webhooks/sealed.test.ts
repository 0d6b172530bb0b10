import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type SealingKeys, seal, Unsealable, unseal } from "../../shared/crypto/sealed.ts";
import { newSecret } from "../../shared/webhooks/signing.ts";
import { anyCharacter } from "../support/any-text.ts";

const keys: SealingKeys = [randomBytes(32)];
const owner = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";

test("any text that was sealed for an endpoint opens for it", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string(), (text, anyOwner) => {
      expect(unseal(seal(text, anyOwner, keys), anyOwner, keys)).toBe(text);
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
])("a stored text of the first release still opens: %j", (text, of, sealed) => {
  expect(unseal(sealed, of, [fixedKey])).toBe(text);
});

test("another id or another key does not open it", () => {
  const sealed = seal(newSecret(), owner, keys);
  expect(() => unseal(sealed, "wh_01j9z8v7w6x5y4t3s2r1q0p9n9", keys)).toThrow(Unsealable);
  expect(() => unseal(sealed, owner, [randomBytes(32)])).toThrow(Unsealable);
});

test("a new key seals, and the old key still opens its texts", () => {
  const both: SealingKeys = [randomBytes(32), ...keys];
  const old = seal("old", owner, keys);
  const fresh = seal("fresh", owner, both);
  expect([unseal(old, owner, both), unseal(fresh, owner, both)]).toEqual(["old", "fresh"]);
  expect(() => unseal(fresh, owner, keys)).toThrow(Unsealable);
});

test("any change is detected, and the error does not reveal it", () => {
  const secret = newSecret();
  const sealed = seal(secret, owner, keys);
  fc.assert(
    fc.property(fc.nat({ max: sealed.length - 1 }), fc.constantFrom(..."Aaz09.-_"), (at, character) => {
      const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
      fc.pre(changed !== sealed);
      let found: unknown;
      try {
        unseal(changed, owner, keys);
      } catch (error) {
        found = error;
      }
      expect(found).toBeInstanceOf(Unsealable);
      expect((found as Error).message).not.toContain(secret.slice(6));
      expect((found as Error).cause).toBeUndefined();
    }),
  );
});

test.each(["", "v1", "v1.", "v2.aaaaaaaa.AAAA", "v1.aaaaaaaa.AAAA", "whsec_plain", `v1..${"A".repeat(60)}`])(
  "%j is not a sealed text",
  (text) => {
    expect(() => unseal(text, owner, keys)).toThrow(Unsealable);
  },
);

test("sealing twice gives different texts, which reveal nothing and have at most 200 characters", () => {
  const secret = newSecret();
  const [one, other] = [seal(secret, owner, keys), seal(secret, owner, keys)];
  expect(one).not.toBe(other);
  expect(one).not.toContain(secret.slice(6, 20));
  expect(one.length).toBeLessThan(200);
});
