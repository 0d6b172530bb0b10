import type { Account } from "../../domain/account/account.ts";
import type { Standing } from "../../domain/account/standing.ts";
import { keys } from "../keys/keys.ts";
import { absent, type Condition, present } from "../table/expressions.ts";
import type { Write } from "../table/table.ts";
import { change } from "../table/writes.ts";

export const standingIs = ({ tier, verified, custom_quota, suspended }: Standing): Condition => ({
  tier,
  verified,
  custom_quota,
  suspended: suspended ? present : absent,
});

/** Fails if another writer changed the list or the standing. It then returns the account. */
export const keysWrite = (before: Account, { keys: after = [] }: Account): Write =>
  change(keys.account(before.account_id), {
    set: { keys: after },
    when: [{ keys: before.keys ?? [] }, standingIs(before)],
    found: true,
  });
