import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { plusDays } from "../../shared/domain/time/day.ts";
import { type DailyEarnings, monthsOf } from "../../shared/domain/earnings/earnings.ts";
import { quarterlyEstimates } from "../../shared/domain/tax/quarterly-estimates.ts";
import { quarterOf } from "../../shared/domain/tax/tax-periods.ts";
import { type TaxSums, taxSums } from "../../shared/domain/tax/tax-sums.ts";
import { amounts, rulesOf, taxOf } from "./quarterly-steps.ts";
import { scheduleAi } from "./schedule-ai.ts";

const anyPeriod = fc.record({
  gross: fc.integer({ min: 0, max: 300_000 }),
  tipShare: fc.integer({ min: 0, max: 100 }),
  expenses: fc.integer({ min: 0, max: 40_000 }),
});

const anyYear = fc.array(anyPeriod, { minLength: 4, maxLength: 4 });

test("payments agree with a worksheet of Schedule AI", () => {
  fc.assert(
    fc.property(fc.constantFrom(2025 as const, 2026 as const), anyYear, (year, drawn) => {
      const periods = drawn.map(({ tipShare, ...rest }) => ({
        ...rest,
        tips: Math.floor((rest.gross * tipShare) / 100),
      }));
      const quarters = amounts(year, periods);
      // A rounded cent can decide a step of the tips deduction, so the worksheet may be a cent off there.
      const differences = [0, -0.03, 0.03].map((nudge) => {
        let paid = 0;
        const expected = scheduleAi(year, periods, nudge).map((annualizedTax, i) => {
          const payment = Math.max(0, (annualizedTax * (i + 1)) / 4 - paid);
          paid += payment;
          return payment;
        });
        return Math.max(...expected.map((payment, i) => Math.abs(payment - (quarters[i] ?? 0))));
      });
      // The worksheet rounds nothing. Each payment here rounds a few lines to cents.
      expect(Math.min(...differences)).toBeLessThan(0.06);
    }),
    { numRuns: 2_000 },
  );
});

test("at the year's end the payments add up to its tax, or to an earlier sum that was larger", () => {
  fc.assert(
    fc.property(fc.constantFrom(2025, 2026), anyYear, (year, periods) => {
      const cents = amounts(year, periods).map((amount) => Math.round(amount * 100));
      const sumThrough = (last: number) => cents.slice(0, last).reduce((sum, each) => sum + each, 0);
      const tax = Math.round(taxOf(year, periods) * 100);
      expect(sumThrough(4)).toBe(Math.max(tax, sumThrough(3)));
    }),
  );
});

/** What is known of a year on a day: the weeks that have ended by then. */
function knownOn(year: number, weeks: readonly Week[], today: string): readonly TaxSums[] {
  const rows: DailyEarnings[] = [];
  const spent = new Map<string, number>();
  for (const [i, { pay, tips, deduction }] of weeks.entries()) {
    const date = plusDays(`${year}-01-01`, 7 * i);
    if (date > today || !date.startsWith(String(year))) continue;
    rows.push({ date, pay: pay * 100, tips: tips * 100, miles: 0, count: 1 });
    spent.set(quarterOf(date), (spent.get(quarterOf(date)) ?? 0) + deduction * 100);
  }
  const supplies = (q: string) => ({ phone_data: 0, supplies: spent.get(q) ?? 0 });
  const expenses = { Q1: supplies("Q1"), Q2: supplies("Q2"), Q3: supplies("Q3"), Q4: supplies("Q4") };
  return taxSums(rulesOf(year), monthsOf("uber", rows), { miles: {}, expenses });
}

type Week = { pay: number; tips: number; deduction: number };

test("for any year of weeks, the payments shown on the due dates reach 22.5, 45, 67.5 and 90 % of the annualized tax", () => {
  const week = fc.record({
    pay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8_000 })),
    tips: fc.integer({ min: 0, max: 1_500 }),
    deduction: fc.integer({ min: 0, max: 900 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(2025 as const, 2026 as const),
      fc.array(week, { minLength: 53, maxLength: 53 }),
      (year, weeks) => {
        const inDollars = knownOn(year, weeks, `${year}-12-31`).map(({ gross, tips, logged }) => ({
          gross: gross / 100,
          tips: tips / 100,
          expenses: logged.supplies / 100,
        }));
        let paid = 0;
        for (const [i, annualizedTax] of scheduleAi(year, inDollars).entries()) {
          const due = quarterlyEstimates([], rulesOf(year), "")[i]?.due ?? "";
          const shown = quarterlyEstimates(knownOn(year, weeks, due), rulesOf(year), due)[i]?.amount ?? 0;
          paid += shown / 100;
          expect(paid + 0.06).toBeGreaterThanOrEqual(0.225 * (i + 1) * annualizedTax);
        }
      },
    ),
    { numRuns: 300 },
  );
});
