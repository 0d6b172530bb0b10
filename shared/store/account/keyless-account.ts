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
