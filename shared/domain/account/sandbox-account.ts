import { dayOf, plusDays } from "../time/day.ts";
import { linkInSandbox } from "../driver/bank-linker.ts";
import { createDriver, type Driver } from "../driver/driver.ts";
import { addBankAccount, bankAccountId } from "../driver/driver-accounts.ts";
import { type Connection, newConnection } from "../earnings/connection.ts";
import { type EarningsMonth, mergeEarnings } from "../earnings/earnings.ts";
import { sandboxEarnings } from "../earnings/sandbox-earnings.ts";
import { EXAMPLE_EMAIL } from "../text/email.ts";
import { DAY } from "../limit/window.ts";
import { type Account, newAccount } from "./account.ts";
import { type ApiKey, newKeyRecord } from "./api-key.ts";
import { scopes } from "./scope.ts";
import type { Quota } from "./standing.ts";

/** How long a key from the documentation works. */
export const SANDBOX_KEY_SECONDS = DAY;

/** Anyone can get such a key, so it gets less than other test keys: enough to try the samples. */
export const readerQuota: Quota = { per_minute: 30, per_second: 10 };

export type SampleDriver = {
  driver: Driver;
  connection: Connection;
  months: EarningsMonth[];
  earned: number;
};

export type SandboxAccount = {
  account: Account;
  key: ApiKey & { expires_at: string };
  /** Absent: the key is not for samples. */
  sample?: SampleDriver;
};

/** `ending`: the last characters of the key's text. */
export function newSandboxAccount(ending: string, now: Date): SandboxAccount {
  const account = newAccount({}, now);
  const expires_at = new Date(now.getTime() + SANDBOX_KEY_SECONDS * 1000).toISOString();
  const facts = { name: "Sandbox key of the docs", ending, quota: readerQuota, expires_at };
  const key = { ...newKeyRecord(account, "test", scopes, now), ...facts };
  return { account, key };
}

/** The samples' gig platform. */
const PLATFORM = "doordash";
/** Two months of earnings at most, so the first transaction of a sandbox stays small. */
const SAMPLE_DAYS = 30;

export function sampleDriver(now: Date): SampleDriver {
  const driver = createDriver({ email: EXAMPLE_EMAIL, first_name: "Ana", last_name: "Ng" }, now);
  const linked = linkInSandbox({ plaid_token: "public-sandbox-sample" });
  if (!linked) throw new Error("The sandbox links no account of its own");
  const bank = addBankAccount(bankAccountId(now), linked, now);
  const period = { from: plusDays(dayOf(now), 1 - SAMPLE_DAYS), to: dayOf(now) };
  const rows = sandboxEarnings(driver.id, PLATFORM, period);
  const { months, added } = mergeEarnings(PLATFORM, [], { period, rows });
  return {
    driver: { ...driver, bank_accounts: [bank], platforms_connected: new Set([PLATFORM]) },
    // It has no event yet, so its first one is number 1.
    connection: { ...newConnection(PLATFORM, undefined, false, now), events: 0 },
    months,
    earned: added,
  };
}
