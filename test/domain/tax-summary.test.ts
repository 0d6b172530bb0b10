import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { incomeTax, selfEmploymentTax } from "../../shared/domain/tax/tax-on-profit.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { taxSummary } from "../../shared/domain/tax/tax-summary.ts";
import type { Logged } from "../../shared/domain/tax/tax-sums.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";

const rules = taxRules(2026) as TaxRules;
const NOTHING: Logged = { miles: 0, mileage: 0, phone_data: 0, supplies: 0 };

type Year = { gross: number; tips?: number; logged?: Partial<Logged>; paid?: number; reported?: number };

/** The summary of a year that had all its sums in the last period. */
function summaryOf({ gross, tips = 0, logged = {}, paid = 0, reported = 0 }: Year, its = rules) {
  const empty = { gross: 0, tips: 0, logged: NOTHING };
  const figures = { gross, tips, logged: { ...NOTHING, ...logged } };
  return taxSummary([empty, empty, empty, figures], { paid, tips: reported }, its, `${its.year + 1}-01-15`);
}

test("a published case without miles and tips owes $10,460.89 on $50,000 before the QBI deduction", () => {
  const summary = summaryOf({ gross: 5_000_000 });
  expect(summary).toMatchObject({ year: 2026, estimated_taxable: 5_000_000, estimated_tax: 1_046_089 });
});

test("miles at both rates and tips give the sums computed by hand", () => {
  const logged = { miles: 1_000_000, mileage: 5_000 * 72.5 + 5_000 * 76 };
  const summary = summaryOf({ gross: 4_500_000, tips: 600_000, reported: 250_000, logged });
  expect(summary.deductions).toEqual({
    mileage: { miles: 10_000, rate: 0.7425, amount: 742_500 },
    tips_exemption: {
      eligible_tips: 600_000,
      reported_tips: 250_000,
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
    { q: "Q1", due: "2026-04-15", amount: 0 },
    { q: "Q2", due: "2026-06-15", amount: 0 },
    { q: "Q3", due: "2026-09-15", amount: 0 },
    { q: "Q4", due: "2027-01-15", amount: 530_917 + 129_045 },
  ]);
});

test("an empty year is all zeros, with the latest rate", () => {
  const summary = summaryOf({ gross: 0 });
  expect(summary).toMatchObject({ estimated_taxable: 0, estimated_tax: 0, gross_income: 0 });
  expect(summary.deductions).toMatchObject({ mileage: { miles: 0, rate: 0.76, amount: 0 }, total: 0 });
});

test("payouts are shown beside the income and change nothing else", () => {
  const { reported_on_1099, ...rest } = summaryOf({ gross: 5_000_000, paid: 4_000_000 });
  const { reported_on_1099: none, ...same } = summaryOf({ gross: 5_000_000 });
  expect([reported_on_1099, none, rest]).toEqual([4_000_000, 0, same]);
});

test("tips above the profit are exempt up to the profit less half the self-employment tax", () => {
  // Self-employment tax on $10,000 is 1,412.96.
  const { deductions, estimated_tax } = summaryOf({ gross: 1_000_000, tips: 1_000_000 });
  expect([deductions.tips_exemption.amount, estimated_tax]).toEqual([1_000_000 - 70_648, 141_296]);
});

test("the exemption shrinks by income after half the self-employment tax", () => {
  // 155,000.00 less half of 21,900.80 is 144,049.60; 165,000.00 less half of 23,313.76 is 153,343.12.
  const exemptOf = (gross: number) => summaryOf({ gross, tips: 500_000 }).deductions.tips_exemption.amount;
  expect(exemptOf(15_500_000)).toBe(500_000);
  expect(exemptOf(16_500_000)).toBe(470_000);
});

test("the method explains the estimate", () => {
  const { method } = summaryOf({ gross: 0 });
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
    // The words that the quarterly payments need.
    "annualized income method",
    "Schedule AI",
    "4, 2.4, 1.5 or 1",
    "25%, 50%, 75% or 100%",
    "a period that has not begun is 0",
    "Late entries change past quarters",
    "$1,000",
    "withholding",
    "last year's tax (110%",
    "reported_on_1099",
    "smaller exemption",
    "Roth IRA is not deductible",
  ]) {
    expect(method).toContain(words);
  }
  const of2029 = summaryOf({ gross: 0 }, taxRules(2029)).method;
  expect(of2029).toContain("section 224 exempts none in this year. `reported_tips`");
});

test("any sums give amounts that add up, are whole and not negative", () => {
  const sums = fc.record({
    gross: fc.integer({ min: 0, max: 100_000_000 }),
    tipShare: fc.integer({ min: 0, max: 100 }),
    hundredths: fc.integer({ min: 0, max: 20_000_000 }),
    phone_data: fc.integer({ min: 0, max: 500_000 }),
    supplies: fc.integer({ min: 0, max: 5_000_000 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(2025, 2026), sums, (year, drawn) => {
      const { gross, tipShare, hundredths, phone_data, supplies } = drawn;
      const rules = taxRules(year) as TaxRules;
      const tips = Math.floor((gross * tipShare) / 100);
      const logged = { miles: hundredths, mileage: Math.round(hundredths * 0.7), phone_data, supplies };
      const summary = summaryOf({ gross, tips, logged }, rules);
      const { deductions } = summary;
      const exempt = deductions.tips_exemption.amount;
      const expenses = deductions.mileage.amount + phone_data + supplies;
      expect(deductions).toMatchObject({ phone_data, supplies, total: expenses + exempt });
      expect(exempt).toBeLessThanOrEqual(Math.min(tips, 2_500_000));
      expect(summary.estimated_taxable).toBe(Math.max(0, gross - deductions.total));

      const profit = Math.max(0, gross - expenses);
      const { tax, deductibleHalf } = selfEmploymentTax(profit, rules);
      expect(exempt).toBeLessThanOrEqual(profit - deductibleHalf);
      const taxable = summary.estimated_taxable - deductibleHalf - rules.standardDeduction * 100;
      expect(summary.estimated_tax).toBe(tax + incomeTax(Math.max(0, taxable), rules));
      expect(summary.quarterly_estimates.reduce((sum, { amount }) => sum + amount, 0)).toBe(
        summary.estimated_tax,
      );
    }),
  );
});
