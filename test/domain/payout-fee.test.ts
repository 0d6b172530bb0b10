import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { payoutFee } from "../../shared/domain/payout/payout.ts";

test.each([
  [100, 25],
  [1_699, 25],
  [1_700, 26],
  [10_033, 150],
  [10_034, 151],
])("an instant payout of %d cents costs %d", (amount, fee) => expect(payoutFee("instant", amount)).toBe(fee));

test("a standard payout is free", () => expect(payoutFee("standard", 1_000_000)).toBe(0));

test("the instant fee is 1.5 % rounded half up and always less than the amount", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), (amount) => {
      const fee = payoutFee("instant", amount);
      expect(fee).toBeLessThan(amount);
      if (fee === 25) return expect(amount * 15).toBeLessThan(25_500);
      const error = fee * 1_000 - amount * 15;
      expect(error).toBeGreaterThan(-500);
      return expect(error).toBeLessThanOrEqual(500);
    }),
  );
});
