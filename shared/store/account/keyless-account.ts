import { type Account, KEYLESS_SECONDS } from "../../domain/account/account.ts";
import { keys } from "../keys/keys.ts";
import { absent, type ItemFields, unlessSet } from "../table/expressions.ts";
import { ttlAt, type Write } from "../table/table.ts";
import { putNew } from "../table/writes.ts";

/** Puts a new account, which expires unless it gets a key. The directory does not list it yet. */
export const keylessAccountWrite = (account: Account): Write =>
  putNew({
    ...keys.account(account.account_id),
    ...account,
    ttl: ttlAt(account.created_at, KEYLESS_SECONDS),
  });

/** The fields that store an expired account again, for good, and change nothing of one that exists. */
export function restoring({ keys: _, custom_quota: __, ...own }: Account): ItemFields {
  const kept = Object.entries(own).map(([name, value]) => [name, unlessSet(value)]);
  return { ...Object.fromEntries(kept), ttl: absent };
}
