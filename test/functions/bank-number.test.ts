import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { bankKeyOf, unsealingNumbers, sealNumber } from "../../shared/crypto/bank-number.ts";

const secret = "s".repeat(64);
const other = "t".repeat(64);

test("the key that seals a number opens none, and the secret opens it for its own bank account", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4,17}$/), (number) => {
      const sealed = sealNumber(number, "ba_1", bankKeyOf(secret));
      expect(unsealingNumbers([other, secret])(sealed, "ba_1")).toBe(number);
      expect(sealed).not.toBe(sealNumber(number, "ba_1", bankKeyOf(secret)));
      expect(() => unsealingNumbers([secret])(sealed, "ba_2")).toThrow("another bank account");
      expect(() => unsealingNumbers([other])(sealed, "ba_1")).toThrow("unknown key");
      expect(() => unsealingNumbers([bankKeyOf(secret)])(sealed, "ba_1")).toThrow("unknown key");
    }),
    { numRuns: 20 },
  );
});

test("a changed text does not open", () => {
  const sealed = sealNumber("123456789", "ba_1", bankKeyOf(secret));
  for (const at of [3, 14, 70])
    expect(() =>
      unsealingNumbers([secret])(
        `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`,
        "ba_1",
      ),
    ).toThrow();
});
