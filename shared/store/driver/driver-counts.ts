import type { Owner } from "../../domain/item/owner.ts";
import { partitionOf } from "../keys/keys.ts";
import { countsIn } from "../table/counts.ts";
import { countInDays } from "../table/day-counts.ts";
import { countOf } from "../table/pages.ts";
import type { DriverRange } from "./drivers.ts";

export async function countDrivers(owner: Owner, range: DriverRange = {}): Promise<number> {
  if (range.from !== undefined || range.to !== undefined) return countInRange(owner, range);
  const counts = await countsIn(owner, "drivers");
  return counts.reduce((sum, { active = 0 }) => sum + active, 0);
}

function countInRange(owner: Owner, range: DriverRange): Promise<number> {
  // Two items each. A query may see half of a transaction, and such a driver does not count yet.
  const oneByOne = async ({ from, to }: DriverRange) => {
    const partition = partitionOf("driver", owner);
    const items = await countOf({ partition, ...(from && { from }), ...(to && { to: `${to}~` }) });
    return Math.floor(items / 2);
  };
  return countInDays(owner, "drivers", range, { prefix: "drv_", names: ["active"], oneByOne });
}
