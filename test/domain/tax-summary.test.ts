import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { incomeTax, selfEmploymentTax } from "../../shared/domain/tax/tax-on-profit.ts";
import { taxRules } from "../../shared/domain/tax/tax-rules.ts";
import { quarterlyEstimates, taxSummary } from "../../shared/domain/tax/tax-summary.ts";
import type { TaxRules } from "../../shared/domain/tax/tax-year.ts";

const rules = taxRules(2026) as TaxRules;
const NO_MILES = { hundredths: 0, deduction: 0 };

describe("tax summaries", () => {
  test("a published case without miles and tips owes $10,460.89 on $50,000 before the QBI deduction", () => {
    const summary = taxSummary({ gross: 5_000_000, tips: 0, mileage: NO_MILES }, rules);
    expect(summary).toMatchObject({ year: 2026, estimated_taxable: 5_000_000, estimated_tax: 1_046_089 });
  });

  test("miles at both rates and tips give the sums computed by hand", () => {
    const mileage = { hundredths: 1_000_000, deduction: 5_000 * 72.5 + 5_000 * 76 };
    const summary = taxSummary({ gross: 4_500_000, tips: 600_000, mileage }, rules);
    expect(summary.deductions).toEqual({
      mileage: { miles: 10_000, rate: 0.7425, amount: 742_500 },
      tips_exemption: {
        eligible_tips: 600_000,
        amount: 600_000,
        provision: "IRC 224 (P.L. 119-21, section 70201)",
      },
      phone_data: 0,
      supplies: 0,
      total: 1_342_500,
    });
    // Net profit 37,575.00; net earnings 34,700.51; tax 4,302.86 + 1,006.31 = 5,309.17; half 2,654.59.
    // 31,575.00 - 2,654.59 - 16,100.00 = 12,820.41; tax 1,240.00 + 12% of 420.41 = 1,290.45.
    expect(summary.estimated_taxable).toBe(3_157_500);
    expect(summary.estimated_tax).toBe(530_917 + 129_045);
    expect(summary.quarterly_estimates).toEqual([
      { q: "Q1", due: "2026-04-15", amount: 164_992 },
      { q: "Q2", due: "2026-06-15", amount: 164_990 },
      { q: "Q3", due: "2026-09-15", amount: 164_990 },
      { q: "Q4", due: "2027-01-15", amount: 164_990 },
    ]);
  });

  test("an empty year is all zeros, with the latest rate", () => {
    const summary = taxSummary({ gross: 0, tips: 0, mileage: NO_MILES }, rules);
    expect(summary).toMatchObject({ estimated_taxable: 0, estimated_tax: 0, gross_income: 0 });
    expect(summary.deductions).toMatchObject({ mileage: { miles: 0, rate: 0.76, amount: 0 }, total: 0 });
  });

  test("miles above the earnings leave no tax and no exempt tips", () => {
    const mileage = { hundredths: 200_000, deduction: 152_000 };
    const summary = taxSummary({ gross: 100_000, tips: 40_000, mileage }, rules);
    expect(summary).toMatchObject({ estimated_taxable: 0, estimated_tax: 0 });
    expect(summary.deductions).toMatchObject({ tips_exemption: { amount: 0 }, total: 152_000 });
  });

  test("the exemption shrinks by income after half the self-employment tax", () => {
    // 155,000.00 less half of 21,900.80 is 144,049.60; 165,000.00 less half of 23,313.76 is 153,343.12.
    const exemptOf = (gross: number) =>
      taxSummary({ gross, tips: 500_000, mileage: NO_MILES }, rules).deductions.tips_exemption.amount;
    expect(exemptOf(15_500_000)).toBe(500_000);
    expect(exemptOf(16_500_000)).toBe(470_000);
  });

  test("the method explains the estimate", () => {
    const { method } = taxSummary({ gross: 0, tips: 0, mileage: NO_MILES }, rules);
    for (const words of [
      "tax year 2026",
      "$184,500",
      "single filer",
      "$16,100",
      "72.5 cents, 76 cents from 2026-07-01",
      "$25,000",
      "$150,000",
      "199A",
      "state tax",
    ]) {
      expect(method).toContain(words);
    }
  });

  test("any sums give amounts that add up, are whole and not negative", () => {
    const sums = fc.record({
      gross: fc.integer({ min: 0, max: 100_000_000 }),
      tipShare: fc.integer({ min: 0, max: 100 }),
      hundredths: fc.integer({ min: 0, max: 20_000_000 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(2025, 2026), sums, (year, { gross, tipShare, hundredths }) => {
        const rules = taxRules(year) as TaxRules;
        const tips = Math.floor((gross * tipShare) / 100);
        const mileage = { hundredths, deduction: Math.round(hundredths * 0.7) };
        const summary = taxSummary({ gross, tips, mileage }, rules);
        const { deductions } = summary;
        const exempt = deductions.tips_exemption.amount;
        expect(deductions.total).toBe(deductions.mileage.amount + exempt);
        expect(exempt).toBeLessThanOrEqual(Math.min(tips, 2_500_000));
        expect(summary.estimated_taxable).toBe(Math.max(0, gross - deductions.total));

        const profit = Math.max(0, gross - mileage.deduction);
        const { tax, deductibleHalf } = selfEmploymentTax(profit, rules);
        const taxable = summary.estimated_taxable - deductibleHalf - rules.standardDeduction * 100;
        expect(summary.estimated_tax).toBe(tax + incomeTax(Math.max(0, taxable), rules));
        expect(summary.quarterly_estimates.reduce((sum, { amount }) => sum + amount, 0)).toBe(
          summary.estimated_tax,
        );
      }),
    );
  });
});

test.each([
  [0, [0, 0, 0, 0]],
  [1, [1, 0, 0, 0]],
  [100, [25, 25, 25, 25]],
  [103, [28, 25, 25, 25]],
])("%d cents are split into quarters of %p", (tax, amounts) => {
  expect(quarterlyEstimates(tax, 2026).map(({ amount }) => amount)).toEqual(amounts);
});
