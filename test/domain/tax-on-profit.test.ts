import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { incomeTax, selfEmploymentTax } from "../../shared/domain/tax/tax-on-profit.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";

const rulesOf = (year: number) => taxRules(year) as TaxRules;

/** [year, net profit, tax, deductible half] in dollars. Schedule SE; the sixth is printed as 6,957.39. */
test.each([
  [2026, 0, 0, 0],
  [2026, 433, 0, 0],
  [2026, 434, 61.32, 30.66],
  [2026, 1_049, 148.22, 74.11],
  [2026, 10_000, 1_412.96, 706.48],
  [2026, 49_240, 6_957.39, 3_478.7],
  [2026, 50_000, 7_064.78, 3_532.39],
  [2026, 200_000, 28_234.3, 14_117.15],
  [2025, 200_000, 27_192.7, 13_596.35],
])("in %d, a net profit of $%d is taxed $%d, of which $%d is deductible", (year, profit, tax, half) => {
  expect(selfEmploymentTax(profit * 100, rulesOf(year))).toEqual({
    tax: Math.round(tax * 100),
    deductibleHalf: Math.round(half * 100),
  });
});

test("the tax starts where net earnings reach $400, to the cent", () => {
  // 433.13 x 0.9235 is 399.995555, which rounds to $400.00 and is below it.
  expect(selfEmploymentTax(43_313, rulesOf(2026)).tax).toBe(0);
  expect(selfEmploymentTax(43_314, rulesOf(2026)).tax).toBe(6_120);
});

test("the tax equals the law's formula in tenths of a millionth of a cent, for any profit", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(2024, 2025, 2026, 2031),
      fc.integer({ min: 0, max: 10 ** 11 }),
      (year, profit) => {
        const rules = rulesOf(year);
        const earnings = halfUp(BigInt(profit) * 9235n, 10_000n);
        const wageBase = BigInt(rules.socialSecurityWageBase) * 100n;
        const covered = earnings < wageBase ? earnings : wageBase;
        const regular = halfUp(covered * 124n, 1_000n) + halfUp(earnings * 29n, 1_000n);
        const extra = earnings > 20_000_000n ? halfUp((earnings - 20_000_000n) * 9n, 1_000n) : 0n;
        const due = BigInt(profit) * 9235n >= 400_000_000n;
        expect(selfEmploymentTax(profit, rules)).toEqual({
          tax: Number(due ? regular + extra : 0n),
          deductibleHalf: Number(due ? halfUp(regular, 2n) : 0n),
        });
      },
    ),
    { numRuns: 2_000 },
  );
});

/** The sum of the tax in the brackets below an income, in dollars. */
test.each([
  [2025, 11_925, 1_192.5],
  [2025, 48_475, 5_578.5],
  [2025, 103_350, 17_651],
  [2025, 197_300, 40_199],
  [2025, 250_525, 57_231],
  [2025, 626_350, 188_769.75],
  [2026, 12_400, 1_240],
  [2026, 50_400, 5_800],
  [2026, 105_700, 17_966],
  [2026, 201_775, 41_024],
  [2026, 256_225, 58_448],
  [2026, 640_600, 192_979.25],
  [2026, 740_600, 229_979.25],
  // A published return: $30,367.61 is taxed $3,396.11.
  [2026, 30_367.61, 3_396.11],
])("in %d, the tax on $%d is $%d", (year, income, tax) => {
  expect(incomeTax(Math.round(income * 100), rulesOf(year))).toBe(Math.round(tax * 100));
});

test("the tax grows by at most a cent per cent and is the sum of each dollar's tax", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(2024, 2025, 2026, 2031),
      fc.integer({ min: 0, max: 800_000 }),
      fc.integer({ min: 0, max: 99 }),
      (year, dollars, cents) => {
        const rules = rulesOf(year);
        const income = dollars * 100 + cents;
        const tax = incomeTax(income, rules);
        expect(incomeTax(income + 1, rules) - tax).toBeLessThanOrEqual(1);
        const rateAbove = rules.brackets.findLast(({ above }) => dollars >= above)?.percent ?? 0;
        const step = incomeTax((dollars + 1) * 100, rules) - incomeTax(dollars * 100, rules);
        expect(step).toBe(rateAbove);
      },
    ),
  );
});

/** Rounds half up by doubling, unlike the rule. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const rest = numerator % denominator;
  return numerator / denominator + (rest * 2n >= denominator ? 1n : 0n);
}
