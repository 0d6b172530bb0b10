import { correctedBy, type Uncorrectable } from "../../domain/ledger/correction.ts";
import type { LedgerEntry, Sums } from "../../domain/ledger/entry.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import { deletedTotalsWrite } from "../driver/deleted-drivers.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { keys } from "../keys/keys.ts";
import { findPayout, sumsOf } from "../payout/payouts.ts";
import { untilWritten } from "../table/decided.ts";
import { findItem } from "../table/reads.ts";
import { transact } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { balanceWrite, dayWrites, entryOf, entryWrite, sourceWrite } from "./entries.ts";
import { gatherFunds, hasFunds } from "./funds.ts";

export async function payoutBehind(
  owner: Owner,
  { type, source }: { type?: unknown; source?: unknown },
): Promise<Payout | undefined> {
  if (String(type).startsWith("payout_")) return findPayout(owner, String(source));
  const corrected = type === "correction" ? await findItem(keys.entry(owner, String(source))) : undefined;
  return corrected && payoutBehind(owner, corrected);
}

export type Refused = Uncorrectable | "balance_insufficient";

/** With its payout and all sums. Returns the entry's correction: an earlier one stays. */
export const putCorrection = (owner: Owner, entry: LedgerEntry): Promise<LedgerEntry | Refused> =>
  untilWritten<LedgerEntry | Refused>(async () => {
    const earlier = await findItem(keys.entrySource(owner, entry.type, entry.source));
    if (earlier) return { answer: await entryOf(owner, earlier) };
    const payout = await payoutBehind(owner, entry);
    const corrected = correctedBy(entry, payout);
    if (typeof corrected === "string") return { answer: corrected };
    const shard = payout?.id ?? entry.id;
    const taken = entry.postings.reduce((sum, { from, amount }) => sum + (from === "funds" ? amount : 0), 0);
    const booked = {
      source: sourceWrite(owner, entry),
      balance: balanceWrite(owner, shard, entry, {}, taken > 0 ? hasFunds(owner, taken) : {}),
      payout: payout && correctedWrite(owner, payout, corrected, entry),
      entry: entryWrite(owner, entry),
      days: dayWrites(owner, entry.id, entry, {}),
    };
    // The sums of the driver, or of a deleted driver, or none once these have expired.
    for (const totals of [totalsWrite, deletedTotalsWrite, undefined]) {
      const sums = payout && totals && sumsOf(payout, { ...payout, corrected }, entry);
      const conflict = await transact({ ...booked, totals: sums && totals(owner, payout.driver_id, sums) });
      if (!conflict) return { answer: entry };
      const { source, balance, payout: isMoved } = conflict.failed;
      if (balance && !source && !(await gatherFunds(owner, shard, taken)))
        return { answer: "balance_insufficient" };
      if (source || balance || isMoved) return undefined;
    }
    return undefined;
  });

/** It fails if the payout moved, or was corrected, since it was read. */
const correctedWrite = (owner: Owner, { id, status, corrected }: Payout, after: Sums, entry: LedgerEntry) =>
  change(keys.payment(owner, id), {
    set: { corrected: after },
    add: { corrections: new Set([entry.id]) },
    when: { status, corrected },
  });
