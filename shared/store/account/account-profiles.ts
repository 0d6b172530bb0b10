import { AccountProfile } from "../../domain/account/account-profile.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { unlessSet } from "../table/expressions.ts";
import { findItem } from "../table/reads.ts";
import { type Write, write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** A consistent read. An account without a profile has an empty one. */
export const findAccountProfile = async (owner: Owner): Promise<AccountProfile> =>
  AccountProfile.parse((await findItem(keys.accountProfile(owner))) ?? {});

type Changes = Partial<Record<keyof AccountProfile, unknown>>;

/** Changes only the given fields, so simultaneous changes of other fields are not lost. */
export const profileWrite = (owner: Owner, set: Changes): Write =>
  change(keys.accountProfile(owner), { set });

export async function putAccountProfile(owner: Owner, set: Changes): Promise<void> {
  if (Object.keys(set).length > 0) await write(profileWrite(owner, set));
}

export async function putWithholdingTerms(
  owner: Owner,
  withholding_terms: NonNullable<AccountProfile["withholding_terms"]>,
): Promise<void> {
  await write(
    change(keys.accountProfile(owner), { set: { withholding_terms: unlessSet(withholding_terms) } }),
  );
}
