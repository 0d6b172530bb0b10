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

/** Two months of earnings at most, so the first transaction of a reader's sandbox stays small. */
const SAMPLE_DAYS = 30;
const YEAR = 365;

/** `bank`: the end of the account number, by which the sandbox's rail knows the outcome. */
const PEOPLE = [
  { first_name: "Ana", last_name: "Ng", email: EXAMPLE_EMAIL, platform: "doordash", bank: "6789" },
  { first_name: "Ben", last_name: "Okafor", email: "ben.okafor@example.com", platform: "uber", bank: "4321" },
  { first_name: "Zoë", last_name: "Martín", email: "zoe@example.com", platform: "instacart", bank: "1113" },
] as const;

export function sampleDriver(
  now: Date,
  days = SAMPLE_DAYS,
  { platform, bank, ...person }: (typeof PEOPLE)[number] = PEOPLE[0],
): SampleDriver {
  const driver = createDriver(person, now);
  const linked = linkInSandbox({ plaid_token: `public-sandbox-${bank}` });
  if (!linked) throw new Error("The sandbox links no account of its own");
  const account = addBankAccount(bankAccountId(now), linked, now);
  const period = { from: plusDays(dayOf(now), 1 - days), to: dayOf(now) };
  const rows = sandboxEarnings(driver.id, platform, period);
  const { months, added } = mergeEarnings(platform, [], { period, rows });
  return {
    driver: { ...driver, bank_accounts: [account], platforms_connected: new Set([platform]) },
    // It has no event yet, so its first one is number 1.
    connection: { ...newConnection(platform, undefined, false, now), events: 0 },
    months,
    earned: added,
  };
}

/** What a company's sandbox begins with: three drivers, and the payouts of one batch. */
export type SampleSandbox = { drivers: SampleDriver[]; payouts: Record<string, string | number>[] };

const AMOUNTS = [18_450, 9_900, 24_375, 12_010, 7_725, 30_560];
const TIP = 1_500;

/** Of the payouts, Zoë's fails. The API rejects the last two: too small, and with more tips than money. */
export function sampleSandbox(now: Date): SampleSandbox {
  const drivers = PEOPLE.map((person) => sampleDriver(now, YEAR, person));
  const [ana = "", ben = "", zoe = ""] = drivers.map(({ driver }) => driver.id);
  const of = (driver_id: string, amount: number, tip_amount = 0) => ({
    driver_id,
    amount,
    tip_amount,
    currency: "usd",
    method: "instant",
  });
  const paid = AMOUNTS.map((amount, i) => of(i % 2 === 0 ? ana : ben, amount, i % 3 === 0 ? TIP : 0));
  return { drivers, payouts: [...paid, of(zoe, 15_000), of(ana, 10), of(ben, 5_000, 9_000)] };
}
