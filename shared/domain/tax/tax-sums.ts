import { type EarningsMonth, earnedIn } from "../earnings/earnings.ts";
import { type Quarter, quarters, taxPeriods } from "./tax-periods.ts";

/** What a driver logged: deductible miles in hundredths, and the deductions in cents. */
export type Logged = { miles: number; mileage: number; phone_data: number; supplies: number };

export type LoggedByQuarter = Readonly<Record<Quarter, Logged>>;

/** The sums of a period: what gig platforms report (`gross` includes tips), and what the driver logged. */
export type TaxSums = { gross: number; tips: number; logged: Logged };

/** The sums of a year's four periods, in order. */
export const taxSums = (
  year: number,
  months: readonly EarningsMonth[],
  logged: LoggedByQuarter,
): readonly TaxSums[] =>
  quarters.map((q) => {
    const { from, to } = taxPeriods[q];
    return { ...earnedIn(months, { from: `${year}-${from}`, to: `${year}-${to}` }), logged: logged[q] };
  });

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
