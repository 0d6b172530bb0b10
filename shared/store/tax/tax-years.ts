import type { Owner } from "../../domain/owner.ts";
import { MileageEntry, mileageAddition } from "../../domain/tax/mileage.ts";
import { type Quarter, quarters } from "../../domain/tax/tax-periods.ts";
import type { Logged } from "../../domain/tax/tax-sums.ts";
import { type DriverYear, findDriverYear, quarterAttribute, yearAttributes } from "../driver/driver-years.ts";
import { keys } from "../keys/keys.ts";
import { oldest } from "../table/pages.ts";
import { Contention, tableName, write } from "../table/table.ts";
import { setting } from "../table/updates.ts";

const ATTEMPTS = 6;

/**
 * A driver's year. Earlier versions summed miles by year only. The first read of such a year sums its entries
 * by quarter and stores the sums, so later reads cost no more than others.
 */
export async function findTaxYear(
  owner: Owner,
  driverId: string,
  year: number,
): Promise<DriverYear | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await findDriverYear(owner, driverId, year);
    if (!found?.isUnsorted) return found;
    await putMilesByQuarter(owner, found, year);
  }
  throw new Contention("The driver's log kept changing");
}

/** Writes nothing if the log has changed since `found` was read. */
async function putMilesByQuarter(owner: Owner, found: DriverYear, year: number): Promise<void> {
  const names = yearAttributes(year);
  const sums: Record<string, number> = {};
  const add = (name: string, amount = 0) => {
    sums[name] = (sums[name] ?? 0) + amount;
  };
  const addEntry = (q: Quarter, { miles, mileage }: Partial<Logged>) => {
    add(names.hundredths, miles);
    add(names.deduction, mileage);
    add(quarterAttribute("miles", year, q), miles);
    add(quarterAttribute("mileage", year, q), mileage);
  };
  for (const q of quarters) addEntry(q, {});
  const { pk: partition } = keys.mileage(owner, found.driver.id, "");
  for (const item of await oldest({ partition }, Number.POSITIVE_INFINITY)) {
    const addition = mileageAddition(MileageEntry.parse(item));
    if (addition.year === year) addEntry(addition.q, addition.amounts);
  }
  const update = setting(sums);
  const seen = Object.entries(found.stored);
  await write({
    Update: {
      TableName: tableName,
      Key: keys.driverTotals(owner, found.driver.id),
      ...update,
      ConditionExpression: [
        "attribute_exists(pk)",
        ...seen.map(([, value], i) =>
          value === undefined ? `attribute_not_exists(#s${i})` : `#s${i} = :s${i}`,
        ),
      ].join(" AND "),
      ExpressionAttributeNames: {
        ...update.ExpressionAttributeNames,
        ...Object.fromEntries(seen.map(([name], i) => [`#s${i}`, name])),
      },
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ...Object.fromEntries(
          seen.flatMap(([, value], i) => (value === undefined ? [] : [[`:s${i}`, value]])),
        ),
      },
    },
  });
}
