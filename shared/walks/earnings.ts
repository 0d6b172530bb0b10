import { KEY_WARNING_DAYS } from "../domain/account/api-key.ts";
import { plusDays } from "../domain/time/day.ts";
import { Driver } from "../domain/driver/driver.ts";
import { lastIdBefore } from "../domain/item/ids.ts";
import { Mode } from "../domain/item/owner.ts";
import { syncEarnings } from "../http/guard/sync-earnings.ts";
import { logFault } from "../http/serve/telemetry.ts";
import { findAccounts } from "../store/account/accounts.ts";
import { listDriversAfter } from "../store/driver/drivers.ts";
import { listPayouts } from "../store/payout/payout-lists.ts";
import { outboxWrite } from "../store/table/outbox.ts";
import type { Write } from "../store/table/table.ts";
import { WALK_PAGE, type WalkJob, type WalkNamed } from "./job.ts";
import { openSince, warnOfOpen } from "./open-money.ts";

/** The walk of each day reads the earnings, and looks at the payouts and keys of all accounts. */
export const earningsJob: WalkJob<WalkNamed<"earnings.synced">> = {
  async ofAccounts(accounts, { day }, now) {
    await warnOfOldPayouts(accounts, now);
    return keyWarnings(accounts, day, now);
  },
  // A connection that fails has no effect on the others. The next day's walk reads what it missed.
  async page({ owner, after }, now) {
    const drivers = await listDriversAfter(owner, after, WALK_PAGE);
    const reached = drivers.at(-1)?.[0].sk as string | undefined;
    if (reached === undefined) return { done: "empty" };
    const syncs = drivers.flatMap(([profile]) => {
      const { id, platforms_connected = [] } = Driver.parse(profile);
      return [...platforms_connected].map((platform) => syncEarnings(owner, id, platform, now));
    });
    const results = await Promise.allSettled(syncs);
    const failed = results.filter((result) => result.status === "rejected");
    for (const { reason } of failed) logFault("walk-tax-events", reason);
    const done = `${drivers.length} drivers, ${results.length - failed.length} syncs, ${failed.length} failed`;
    return { done, reached, isFull: drivers.length === WALK_PAGE };
  },
};

async function warnOfOldPayouts(accounts: readonly string[], now: Date): Promise<void> {
  const owners = accounts.flatMap((account_id) => Mode.options.map((mode) => ({ account_id, mode })));
  const old = { status: "pending", to: lastIdBefore("pay_", openSince(now)) } as const;
  const lists = await Promise.all(owners.map((owner) => listPayouts(owner, old, { limit: 1 })));
  for (const [i, owner] of owners.entries()) if (lists[i]?.data.length) warnOfOpen(owner, "payouts");
}

/** For keys that end a week after the day, in the transaction that ends the page, so once. */
async function keyWarnings(accounts: readonly string[], day: string, now: Date): Promise<Write[]> {
  const endsOn = plusDays(day, KEY_WARNING_DAYS);
  return (await findAccounts(accounts)).flatMap(({ account_id, keys = [] }) => {
    const ending = keys.filter((key) => key.valid_until?.startsWith(endsOn) && key.expires_at === undefined);
    const key_ids = ending.map(({ key_id }) => key_id);
    if (key_ids.length === 0) return [];
    return [outboxWrite({ kind: "mail", mail: "key_expiry", account_id, key_ids, day: endsOn }, now)];
  });
}
