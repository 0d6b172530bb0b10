import { missing } from "../../contract/errors.ts";
import type { Owner } from "../../domain/owner.ts";
import { type DriverWithTotals, findDriver } from "../../store/driver/drivers.ts";

/** The caller's driver with this id, or 404. Another account's driver is unknown too. */
export async function requireDriver(owner: Owner, id: string, param: string): Promise<DriverWithTotals> {
  const driver = await findDriver(owner, id);
  if (!driver) throw unknownDriver(param);
  return driver;
}

export const unknownDriver = (param: string) =>
  missing("No driver has this id in your key's mode (test or live). Check the id and the key.", param);
