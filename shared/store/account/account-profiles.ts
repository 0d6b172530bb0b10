import { AccountProfile } from "../../domain/account/account-profile.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { untilWritten } from "../table/decided.ts";
import { unlessSet } from "../table/expressions.ts";
import { findItem } from "../table/reads.ts";
import { transact, type Write, write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** A consistent read. An account without a profile has an empty one. */
export const findAccountProfile = async (owner: Owner): Promise<AccountProfile> =>
  AccountProfile.parse((await findItem(keys.accountProfile(owner))) ?? {});

type Changes = Partial<Record<keyof AccountProfile, unknown>>;

/** `beside`: writes that change with the profile or not at all. */
type Moved<Answer> = { changes: Changes; answer: Answer; beside?: readonly Write[] };

/**
 * Decides again on the profile that another writer left, so what two callers send at once is written once.
 * Without changes, nothing is written.
 */
export const moveProfile = <Answer>(
  owner: Owner,
  loaded: AccountProfile,
  decide: (profile: AccountProfile) => Promise<Moved<Answer>>,
): Promise<Answer> =>
  untilWritten(async (nth) => {
    const profile = nth === 0 ? loaded : await findAccountProfile(owner);
    const { changes, answer, beside } = await decide(profile);
    if (Object.keys(changes).length === 0) return { answer };
    const { updated_at } = profile;
    const item = change(keys.accountProfile(owner), { set: changes, when: { updated_at } });
    const conflict = beside ? await transact([item, ...beside]) : await write(item);
    return conflict ? undefined : { answer };
  });

export async function putWithholdingTerms(
  owner: Owner,
  withholding_terms: NonNullable<AccountProfile["withholding_terms"]>,
): Promise<void> {
  await write(
    change(keys.accountProfile(owner), { set: { withholding_terms: unlessSet(withholding_terms) } }),
  );
}
