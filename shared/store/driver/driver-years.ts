import { Driver } from "../../domain/driver/driver.ts";
import type { Owner } from "../../domain/owner.ts";
import type { MileageTotals } from "../../domain/tax/mileage.ts";
import { type DriverItems, findDriverItems } from "./drivers.ts";

/** A driver with the sums of a tax year: cents paid out less refunds, and the deductible miles. */
export type DriverYear = { driver: Driver; paid: number; mileage: MileageTotals };

/** The attributes of a year's sums among the driver's totals. */
export const yearAttributes = (year: number) => ({
  paid: `paid_${year}`,
  hundredths: `miles_${year}`,
  deduction: `mileage_deduction_${year}`,
});

/** A consistent read, in one call. */
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
  return {
    driver: Driver.parse(profile),
    paid: sum(names.paid),
    mileage: { hundredths: sum(names.hundredths), deduction: sum(names.deduction) },
  };
}
