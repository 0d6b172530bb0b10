import { missing, statusConflict } from "../../contract/errors.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Moved } from "../../store/driver/driver-changes.ts";
import { type DriverWithTotals, findDriver } from "../../store/driver/drivers.ts";

/** The caller's driver with this id, or 404. Another account's driver is unknown too. */
export async function requireDriver(owner: Owner, id: string, param: string): Promise<DriverWithTotals> {
  const driver = await findDriver(owner, id);
  if (!driver) throw unknownDriver(param);
  return driver;
}

export const unknownDriver = (param: string) =>
  missing("No driver has this id in your key's mode (test or live). Check the id and the key.", param);

export const externalIdTaken = () =>
  statusConflict(
    "Another of your drivers has this `external_id`. Use a different one, or update that driver.",
    "external_id",
  );

export function requireMoved<Answer>(moved: Moved<Answer>): Answer {
  if ("answer" in moved) return moved.answer;
  throw moved.refused === "taken" ? externalIdTaken() : unknownDriver("id");
}
