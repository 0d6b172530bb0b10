import { invalid, missing } from "../../contract/errors.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { BrokenRule } from "../../domain/tax/tax-log.ts";
import { findEntry, type TaxLog } from "../../store/tax/tax-log.ts";

/** An entry of the driver's log, or 404. Another account's driver has no entries here. */
export async function requireEntry<E extends { id: string }>(
  log: TaxLog<E>,
  owner: Owner,
  { driver_id, entry_id }: { driver_id: string; entry_id: string },
): Promise<E> {
  const entry = await findEntry(log, owner, driver_id, entry_id);
  if (!entry) throw unknownEntry();
  return entry;
}

export const unknownEntry = () =>
  missing(
    "The driver has no entry with this id in your key's mode (test or live). Check both ids and the key.",
    "entry_id",
  );

/** Throws the 400 of a broken rule. */
export function refuseBroken(broken: BrokenRule | undefined): void {
  if (broken) throw invalid(`\`${broken.param}\` must be ${broken.rule}.`, broken.param);
}
