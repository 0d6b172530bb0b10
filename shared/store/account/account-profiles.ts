import { AccountProfile } from "../../domain/account/account-profile.ts";
import type { Owner } from "../../domain/owner.ts";
import { keys } from "../keys/keys.ts";
import { findItem } from "../table/reads.ts";
import { write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** A consistent read. An account without a profile has an empty one. */
export const findAccountProfile = async (owner: Owner): Promise<AccountProfile> =>
  AccountProfile.parse((await findItem(keys.accountProfile(owner))) ?? {});

/** Changes only the given fields, so simultaneous changes of other fields are not lost. */
export async function putAccountProfile(
  owner: Owner,
  set: Partial<Record<keyof AccountProfile, unknown>>,
): Promise<void> {
  await write(change(keys.accountProfile(owner), { set }));
}
