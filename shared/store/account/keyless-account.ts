import { type Account, KEYLESS_SECONDS } from "../../domain/account/account.ts";
import { keys } from "../keys/keys.ts";
import { above, absent, exists, type ItemFields, unlessSet } from "../table/expressions.ts";
import { ttlAt, type Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";
import { directoryWrite } from "./account-directory.ts";

/** Puts a new account, which expires unless it gets a key. The directory does not list it yet. */
export const keylessAccountWrite = (account: Account): Write =>
  putNew({
    ...keys.account(account.account_id),
    ...account,
    ttl: ttlAt(account.created_at, KEYLESS_SECONDS),
  });

/** Makes a sandbox of the documentation a partner's account, before it expires. */
export const adoptionWrites = ({ account_id, partner_id, keys: held = [] }: Account, now: Date) => ({
  account: change(keys.account(account_id), {
    set: { partner_id, ttl: absent },
    when: { ...exists, partner_id: absent, ttl: above(now.getTime() / 1000) },
  }),
  directory: directoryWrite(account_id),
  // The account lists its keys, and a change of its standing writes them all.
  keys: held
    .flatMap(({ key_id, hash }) => [keys.apiKey(hash), keys.apiKey(key_id)])
    .map((key) => change(key, { set: { ttl: absent }, when: exists })),
});

/** The fields that store an expired account again, for good, and change nothing of one that exists. */
export function restoring({ keys: _, custom_quota: __, ...fields }: Account): ItemFields {
  const kept = Object.entries(fields).map(([name, value]) => [name, unlessSet(value)]);
  return { ...Object.fromEntries(kept), ttl: absent };
}
