import type { Account } from "../../domain/account/account.ts";
import type { Standing } from "../../domain/account/standing.ts";
import { keys } from "../keys/keys.ts";
import { absent, type Condition, present } from "../table/expressions.ts";
import type { Write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** The condition that an account's standing is still this one. A key has a copy of it. */
export const standingIs = ({ tier, verified, custom_quota, suspended }: Standing): Condition => ({
  tier,
  verified,
  custom_quota,
  suspended: suspended ? present : absent,
});

/**
 * The write of an account's list of keys. It fails if another writer changed it, or the standing, of which a
 * key has a copy. It then returns the account.
 */
export const keysWrite = (before: Account, { keys: after = [] }: Account): Write =>
  change(keys.account(before.account_id), {
    set: { keys: after },
    when: [{ keys: before.keys ?? [] }, standingIs(before)],
    found: true,
  });
