import { Problem } from "../../contract/errors.ts";
import type { Owner } from "../../domain/owner.ts";
import { type DriverWithTotals, findDriver } from "../../store/driver/drivers.ts";

/** The caller's driver of this id, or 404. Somebody else's is as unknown as one that never was. */
export async function requireDriver(owner: Owner, id: string, param: string): Promise<DriverWithTotals> {
  const driver = await findDriver(owner, id);
  if (!driver) throw unknownDriver(param);
  return driver;
}

export const unknownDriver = (param: string) =>
  new Problem("resource_missing", "No driver has this id.", param);
