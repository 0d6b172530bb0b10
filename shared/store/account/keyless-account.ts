import { type Account, KEYLESS_SECONDS } from "../../domain/account/account.ts";
import { keys } from "../keys/keys.ts";
import { putNew, ttlAt, type Write } from "../table/table.ts";

/** Puts a new account, which expires unless it gets a key. The directory does not list it yet. */
export const keylessAccountWrite = (account: Account): Write =>
  putNew({
    ...keys.account(account.account_id),
    ...account,
    ttl: ttlAt(account.created_at, KEYLESS_SECONDS),
  });

/**
 * The part of an update that stores an expired account again, and changes nothing of one that exists. The
 * account no longer expires.
 */
export function restoring(account: Account) {
  const { keys: _, custom_quota: __, ...own } = account;
  const names = Object.keys(own);
  return {
    set: names.map((name) => `#${name} = if_not_exists(#${name}, :${name})`).join(", "),
    remove: "REMOVE #ttl",
    names: { ...Object.fromEntries(names.map((name) => [`#${name}`, name])), "#ttl": "ttl" },
    values: Object.fromEntries(Object.entries(own).map(([name, value]) => [`:${name}`, value])),
  };
}
