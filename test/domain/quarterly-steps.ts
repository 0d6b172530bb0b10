import { quarterlyEstimates } from "../../shared/domain/tax/quarterly-estimates.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { taxSummary } from "../../shared/domain/tax/tax-summary.ts";
import type { TaxSums } from "../../shared/domain/tax/tax-sums.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";

export const rulesOf = (year: number) => taxRules(year) as TaxRules;

type Dollars = { gross?: number; tips?: number; expenses?: number };

/** The sums of a period, in cents. */
const sums = ({ gross = 0, tips = 0, expenses = 0 }: Dollars): TaxSums => ({
  gross: gross * 100,
  tips: tips * 100,
  logged: { miles: 0, mileage: expenses * 100, phone_data: 0, supplies: 0 },
});

/** The four payments in dollars, as they are when the year is over. */
export const amounts = (year: number, periods: readonly Dollars[], today = `${year + 1}-01-15`) =>
  quarterlyEstimates(periods.map(sums), rulesOf(year), today).map(({ amount }) => amount / 100);

/** The tax of the year in dollars. */
export const taxOf = (year: number, periods: readonly Dollars[]) =>
  taxSummary(periods.map(sums), { paid: 0, tips: 0 }, rulesOf(year), `${year + 1}-01-15`).estimated_tax / 100;
