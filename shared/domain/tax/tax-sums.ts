import { type EarningsMonth, earnedIn } from "../earnings/earnings.ts";
import { portion } from "../money/cents.ts";
import { type Quarter, quarterOf, quarters, taxPeriods } from "./tax-periods.ts";
import { rateOn } from "./years/tax-rules.ts";
import type { TaxRules } from "./years/tax-year.ts";

/** The business share of a driver's expenses, in cents. */
type Expenses = { phone_data: number; supplies: number };

/** What a driver's entries add up to. Deductible miles are in hundredths. */
export type LoggedSums = Expenses & { miles: number };

/** With the deduction for the miles, in cents. */
export type Logged = LoggedSums & { mileage: number };

/**
 * The sums that are stored of a year. Miles are by month (`01`): a rate can begin with any, also after they
 * were stored.
 */
export type LoggedYear = {
  miles: Readonly<Record<string, number>>;
  expenses: Readonly<Record<Quarter, Expenses>>;
};

export const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;

/** The sums of a period: what gig platforms report (`gross` includes tips), and what the driver logged. */
export type TaxSums = { gross: number; tips: number; logged: Logged };

/** The sums of a year's four periods, in order. */
export const taxSums = (
  rules: TaxRules,
  earnings: readonly EarningsMonth[],
  logged: LoggedYear,
): readonly TaxSums[] =>
  quarters.map((q) => {
    const { from, to } = taxPeriods[q];
    const period = { from: `${rules.year}-${from}`, to: `${rules.year}-${to}` };
    return { ...earnedIn(earnings, period), logged: loggedIn(q, logged, rules) };
  });

/** Every period begins and ends with a month. The deduction is rounded once. */
function loggedIn(q: Quarter, logged: LoggedYear, rules: TaxRules): Logged {
  let miles = 0;
  let thousandths = 0;
  for (const month of months) {
    const first = `${rules.year}-${month}-01`;
    if (quarterOf(first) !== q) continue;
    miles += logged.miles[month] ?? 0;
    thousandths += (logged.miles[month] ?? 0) * rateOn(first, rules);
  }
  return { ...logged.expenses[q], miles, mileage: portion(thousandths, 1, 1_000) };
}

export function sumOf(periods: readonly TaxSums[]): TaxSums {
  const total = (of: (sums: TaxSums) => number) => periods.reduce((sum, each) => sum + of(each), 0);
  return {
    gross: total(({ gross }) => gross),
    tips: total(({ tips }) => tips),
    logged: {
      miles: total(({ logged }) => logged.miles),
      mileage: total(({ logged }) => logged.mileage),
      phone_data: total(({ logged }) => logged.phone_data),
      supplies: total(({ logged }) => logged.supplies),
    },
  };
}

export const expensesOf = ({ mileage, phone_data, supplies }: Logged): number =>
  mileage + phone_data + supplies;

export const netProfitOf = ({ gross, logged }: TaxSums): number => Math.max(0, gross - expensesOf(logged));
