import { portion } from "../money/cents.ts";
import { estimatedTax } from "./estimated-tax.ts";
import { quarterlyDueDays } from "./tax-dates.ts";
import { taxPeriods } from "./tax-periods.ts";
import { netProfitOf, sumOf, type TaxSums } from "./tax-sums.ts";
import type { TaxRules } from "./years/tax-year.ts";

/**
 * By the annualized income method (IRC 6654(d)(2), Form 2210 Schedule AI): the sums through a period's end
 * make a year; 25, 50, 75 or 100 % of its tax, less earlier payments. The law asks for 22.5, 45, 67.5 and 90
 * %. A period that has not begun by `today` is 0.
 */
export function quarterlyEstimates(periods: readonly TaxSums[], rules: TaxRules, today: string) {
  let before = 0;
  return quarterlyDueDays(rules.year).map(({ q, due }, i) => {
    const {
      from,
      factor: [times, per],
    } = taxPeriods[q];
    const soFar = sumOf(periods.slice(0, i + 1));
    const asYear = (cents: number) => portion(cents, times, per);
    const { tax } = estimatedTax(asYear(netProfitOf(soFar)), asYear(soFar.tips), rules);
    const hasBegun = `${rules.year}-${from}` <= today;
    const amount = hasBegun ? Math.max(0, portion(tax, i + 1, 4) - before) : 0;
    before += amount;
    return { q, due, amount };
  });
}
