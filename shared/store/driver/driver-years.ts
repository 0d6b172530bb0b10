import { Driver } from "../../domain/driver/driver.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { quarterOf, quarters, taxPeriods } from "../../domain/tax/tax-periods.ts";
import { type LoggedSums, type LoggedYear, months } from "../../domain/tax/tax-sums.ts";
import { type DriverItems, findDriverItems } from "./driver-items.ts";

/** With a tax year's sums: what a form states, in cents, and the sums of its log. `form`: the newest. */
export type DriverYear = {
  driver: Driver;
  paid: number;
  tips: number;
  logged: LoggedYear;
  form: string | undefined;
};

export const yearAttributes = (year: number) => ({
  paid: `paid_${year}`,
  tips: `tips_${year}`,
  form: `form_${year}`,
});

/**
 * The attribute that counts the changes of a driver's log, and of a sum that a test helper replaces: one
 * condition on it sees a change of any sum.
 */
export const LOG_CHANGES = "tax_log_changes";

/** Of a day's sums: miles by month, expenses by quarter. */
export const sumAttribute = (name: keyof LoggedSums, day: string): string =>
  [name, day.slice(0, 4), name === "miles" ? day.slice(5, 7) : quarterOf(day).toLowerCase()].join("_");

export async function findDriverYear(
  owner: Owner,
  driverId: string,
  year: number,
): Promise<DriverYear | undefined> {
  const items = await findDriverItems(owner, driverId);
  return items && yearOf(items, year);
}

export function yearOf([profile, totals]: DriverItems, year: number): DriverYear {
  const names = yearAttributes(year);
  const sum = (name: string) => Number(totals[name] ?? 0);
  const expenses = quarters.map((q) => {
    const day = `${year}-${taxPeriods[q].from}`;
    const phone_data = sum(sumAttribute("phone_data", day));
    const supplies = sum(sumAttribute("supplies", day));
    return [q, { phone_data, supplies }];
  });
  const logged = {
    miles: Object.fromEntries(
      months.map((month) => [month, sum(sumAttribute("miles", `${year}-${month}-01`))]),
    ),
    expenses: Object.fromEntries(expenses) as LoggedYear["expenses"],
  };
  return {
    driver: Driver.parse(profile),
    paid: sum(names.paid),
    tips: sum(names.tips),
    logged,
    form: totals[names.form] as string | undefined,
  };
}
