import type { Owner } from "../../domain/owner.ts";
import { partitionOf } from "../keys/keys.ts";
import { countsIn } from "../table/counts.ts";
import { countInDays, haveDays } from "../table/day-counts.ts";
import { countOf } from "../table/pages.ts";
import type { DriverRange } from "./drivers.ts";

/** The exact number of drivers. */
export async function countDrivers(owner: Owner, range: DriverRange = {}): Promise<number> {
  if (range.from !== undefined || range.to !== undefined) return countInRange(owner, range);
  const counts = await countsIn(owner, "drivers");
  return counts.reduce((sum, { active = 0 }) => sum + active, 0);
}

async function countInRange(owner: Owner, range: DriverRange): Promise<number> {
  // Two items each, so the profiles and the sums are counted and halved.
  const oneByOne = async ({ from, to }: DriverRange) =>
    (await countOf({
      partition: partitionOf("driver", owner),
      ...(from && { from }),
      ...(to && { to: `${to}~` }),
    })) / 2;
  if (!(await haveDays(owner, "drivers", ["active"], "looked_up"))) return oneByOne(range);
  return countInDays(owner, "drivers", range, { prefix: "drv_", names: ["active"], oneByOne });
}
