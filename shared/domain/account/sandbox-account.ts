import { DAY } from "../window.ts";
import { type Account, newAccount } from "./account.ts";
import { type ApiKey, newKeyRecord } from "./api-key.ts";
import { scopes } from "./scope.ts";
import type { Quota } from "./standing.ts";

/** How long a key from the documentation works. */
const SANDBOX_KEY_SECONDS = DAY;

/** Anyone can get such a key, so it gets less than other test keys: enough to try the samples. */
export const readerQuota: Quota = { per_minute: 30, per_second: 10 };

/** The account of a reader of the documentation, and its only key. */
export function newSandboxAccount(now: Date): { account: Account; key: ApiKey & { expires_at: string } } {
  const account = newAccount({}, now);
  const expires_at = new Date(now.getTime() + SANDBOX_KEY_SECONDS * 1000).toISOString();
  return { account, key: { ...newKeyRecord(account, "test", scopes, now), quota: readerQuota, expires_at } };
}
