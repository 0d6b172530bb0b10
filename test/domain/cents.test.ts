import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { grouped, usd } from "../../shared/domain/money/cents.ts";

test("a whole number has the commas that people write", () => {
  const inEnglish = new Intl.NumberFormat("en-US");
  fc.assert(
    fc.property(fc.maxSafeNat(), (whole) => {
      expect(grouped(whole)).toBe(inEnglish.format(whole));
    }),
  );
});

test.each([
  [0, "$0"],
  [5, "$0.05"],
  [99_999, "$999.99"],
  [100_000, "$1,000"],
  [18_450_000, "$184,500"],
  [123_456_789, "$1,234,567.89"],
])("%d cents are %s", (cents, text) => expect(usd(cents)).toBe(text));
