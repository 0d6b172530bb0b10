import type { backfillCountsCommand } from "../contract/operators/repair-commands.ts";
import { Mode, type Owner } from "../domain/owner.ts";
import { listAccountsAfter } from "../store/account/account-directory.ts";
import { putDriverLookups } from "../store/driver/driver-days.ts";
import { directoryShards } from "../store/keys/keys.ts";
import { putPayoutDays } from "../store/payout/payout-days.ts";
import type { Run, RunAnswer } from "./serve/command-run.ts";

/** Well before the function's timeout of five minutes. */
const PATIENCE_MS = 4 * 60_000;
const PAGE = 100;

/** Counts by day the payouts and drivers of earlier releases. Each is counted once, however often it runs. */
export const backfillCountsRun: Run<typeof backfillCountsCommand> = async () => ({
  will: "Payouts and drivers of earlier releases would be counted by day",
  act: backfill,
});

async function backfill(): Promise<RunAnswer> {
  const until = Date.now() + PATIENCE_MS;
  const sums = { payouts: 0, drivers: 0 };
  for await (const owner of owners()) {
    const [payouts, drivers] = [await putPayoutDays(owner, until), await putDriverLookups(owner, until)];
    sums.payouts += payouts.counted;
    sums.drivers += drivers.counted;
    const isDone = payouts.isDone && drivers.isDone;
    // The next run finds only those that are left.
    if (!isDone) return { ok: true, message: `${inWords(sums)}. There are more.`, next: {} };
  }
  return { ok: true, message: `${inWords(sums)}. Nothing is left.` };
}

const inWords = ({ payouts, drivers }: { payouts: number; drivers: number }) =>
  `Added ${payouts} payouts and ${drivers} drivers`;

async function* owners(): AsyncGenerator<Owner> {
  for (const shard of directoryShards) {
    for (let after: string | undefined; ; ) {
      const accounts = await listAccountsAfter(shard, after, PAGE);
      for (const account_id of accounts) for (const mode of Mode.options) yield { account_id, mode };
      after = accounts.at(-1);
      if (accounts.length < PAGE) break;
    }
  }
}
