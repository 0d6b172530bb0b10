import type { backfillCountsCommand } from "../contract/operators/repair-commands.ts";
import { Mode } from "../domain/owner.ts";
import { listAccounts } from "../store/account/account-directory.ts";
import { putDriverLookups } from "../store/driver/driver-days.ts";
import { putPayoutDays } from "../store/payout/payout-days.ts";
import type { Run, RunAnswer } from "./serve/command-run.ts";

/** Well before the function's timeout of five minutes. */
const PATIENCE_MS = 4 * 60_000;
const PAGE = 100;

/** Counts by day the payouts and drivers of earlier releases. Each is counted once, however often it runs. */
export const backfillCountsRun: Run<typeof backfillCountsCommand> = async ({ after }) => ({
  will: "Payouts and drivers of earlier releases would be counted by day",
  act: () => backfill(after, PATIENCE_MS),
});

/**
 * Starts with the account that follows `after`. When time runs out, `next` has the last account that is done,
 * because reading all of them again could take the whole time of every run.
 */
export async function backfill(after: string | undefined, patienceMs: number): Promise<RunAnswer> {
  const until = performance.now() + patienceMs;
  const sums = { payouts: 0, drivers: 0 };
  let done = after;
  const unfinished = () => ({
    ok: true,
    message: `${inWords(sums)}. There are more.`,
    next: { ...(done !== undefined && { after: done }) },
  });
  for await (const account_id of accountsAfter(after)) {
    if (done !== after && performance.now() >= until) return unfinished();
    for (const mode of Mode.options) {
      const owner = { account_id, mode };
      const [payouts, drivers] = [await putPayoutDays(owner, until), await putDriverLookups(owner, until)];
      sums.payouts += payouts.counted;
      sums.drivers += drivers.counted;
      if (!payouts.isDone || !drivers.isDone) return unfinished();
    }
    done = account_id;
  }
  return { ok: true, message: `${inWords(sums)}. Nothing is left.` };
}

const inWords = ({ payouts, drivers }: { payouts: number; drivers: number }) =>
  `Added ${payouts} payouts and ${drivers} drivers`;

async function* accountsAfter(first: string | undefined): AsyncGenerator<string> {
  for (let after = first; ; ) {
    const accounts = await listAccounts(after, PAGE);
    yield* accounts;
    after = accounts.at(-1);
    if (accounts.length < PAGE) return;
  }
}
