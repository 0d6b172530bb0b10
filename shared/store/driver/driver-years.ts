import { Driver } from "../../domain/driver/driver.ts";
import type { Owner } from "../../domain/owner.ts";
import { type Quarter, quarters } from "../../domain/tax/tax-periods.ts";
import type { Logged, LoggedByQuarter } from "../../domain/tax/tax-sums.ts";
import { type DriverItems, findDriverItems } from "./driver-items.ts";

/** With a tax year's sums: cents paid less refunds, and its log by quarter. `form`: the newest. */
export type DriverYear = {
  driver: Driver;
  paid: number;
  logged: LoggedByQuarter;
  form: string | undefined;
};

const NAMES: Record<keyof Logged, string> = {
  miles: "miles",
  mileage: "mileage_deduction",
  phone_data: "phone_data",
  supplies: "supplies",
};

export const yearAttributes = (year: number) => ({
  paid: `paid_${year}`,
  form: `form_${year}`,
});

/** The attribute that counts the changes of a driver's log: one condition on it sees a change of any sum. */
export const LOG_CHANGES = "tax_log_changes";

export const quarterAttribute = (name: keyof Logged, year: number, q: Quarter): string =>
  `${NAMES[name]}_${year}_${q.toLowerCase()}`;

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
  const logged = Object.fromEntries(
    quarters.map((q): [Quarter, Logged] => [
      q,
      {
        miles: sum(quarterAttribute("miles", year, q)),
        mileage: sum(quarterAttribute("mileage", year, q)),
        phone_data: sum(quarterAttribute("phone_data", year, q)),
        supplies: sum(quarterAttribute("supplies", year, q)),
      },
    ]),
  ) as LoggedByQuarter;
  return {
    driver: Driver.parse(profile),
    paid: sum(names.paid),
    logged,
    form: totals[names.form] as string | undefined,
  };
}
