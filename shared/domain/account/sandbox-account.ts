import { DAY } from "../window.ts";
import { type Account, newAccount } from "./account.ts";
import { type ApiKey, newKeyRecord } from "./api-key.ts";
import { scopes } from "./scope.ts";

/** How long a key from the documentation works. */
const SANDBOX_KEY_SECONDS = DAY;

/** The account of a reader of the documentation, and its only key. */
export function newSandboxAccount(now: Date): { account: Account; key: ApiKey & { expires_at: string } } {
  const account = newAccount({}, now);
  const expires_at = new Date(now.getTime() + SANDBOX_KEY_SECONDS * 1000).toISOString();
  return { account, key: { ...newKeyRecord(account, "test", scopes, now), expires_at } };
}
