import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";
import { tipsExemption } from "../../shared/domain/tax/tips-exemption.ts";

const rules = taxRules(2026) as TaxRules;

const exemption = (tips: number, income: number) =>
  tipsExemption({ tips: tips * 100, netIncome: income * 100 }, rules) / 100;

/** [tips, modified adjusted gross income, exempt], in dollars. IRC 224(b); Schedule 1-A, lines 7 to 13. */
test.each([
  [0, 50_000, 0],
  [6_000, 50_000, 6_000],
  [5_000, 150_000, 5_000],
  [5_000, 150_999, 5_000],
  [5_000, 151_000, 4_900],
  [5_000, 153_500, 4_700],
  [6_500, 800, 800],
  [25_000, 100_000, 25_000],
  [30_000, 100_000, 25_000],
  [25_000, 399_999, 100],
  [25_000, 400_000, 0],
  [25_000, 900_000, 0],
])("tips of $%d with an income of $%d exempt $%d", (tips, income, exempt) =>
  expect(exemption(tips, income)).toBe(exempt),
);

test("the exemption shrinks by $100 per $1,000 of income, never below zero", () => {
  const cents = (max: number) => fc.integer({ min: 0, max: max * 100 });
  fc.assert(
    fc.property(cents(60_000), cents(450_000), (tips, income) => {
      let expected = Math.min(tips, income, 2_500_000);
      for (let step = 15_100_000; step <= income; step += 100_000) expected -= 10_000;
      const result = tipsExemption({ tips, netIncome: income }, rules);
      expect(result).toBe(Math.max(0, expected));
    }),
    { numRuns: 1_000 },
  );
});
