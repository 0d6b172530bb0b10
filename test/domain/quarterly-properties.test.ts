import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { amounts, taxOf } from "./quarterly-steps.ts";
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
