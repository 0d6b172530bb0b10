import { paymentEvents } from "../../domain/event/payment-events.ts";
import { driverSums, type LedgerEntry } from "../../domain/ledger/entry.ts";
import { payoutEntry, postingsOf, reportedOf } from "../../domain/ledger/payout-entries.ts";
import { isLive, type Owner, parseAddress } from "../../domain/item/owner.ts";
import { differences } from "../../domain/item/patch.ts";
import { mayBe, Payout, type PayoutTransition, payoutTransitions } from "../../domain/payout/payout.ts";
import { publicPayout } from "../../domain/payout/public-payout.ts";
import { deletedTotalsWrite } from "../driver/deleted-drivers.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { paymentIndexes } from "../keys/indexes.ts";
import { dueShardOf, keys, payoutAt } from "../keys/keys.ts";
import { balanceWrite, dayWrites, entryWrite, openSandbox } from "../ledger/entries.ts";
import { gatherFunds, hasFunds } from "../ledger/funds.ts";
import { untilWritten } from "../table/decided.ts";
import { isDryRun, noteWrites } from "../table/dry-run.ts";
import { oneOf } from "../table/expressions.ts";
import { type Memories, transactOnce } from "../table/idempotency.ts";
import { findAs, itemsAt } from "../table/reads.ts";
import { Contention, type Emission, type Write, type WritePart, write, writesOf } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

export const CONTRIBUTIONS = "contributions";

export type PayoutOutcome = "stored" | "driver_missing" | "balance_insufficient" | "key_limit_exceeded";

/** The savings of a payout depend on what has changed since they were decided. Decide again. */
export type SavingsChanged = "savings_changed";

/**
 * With its entry, sums, counts and events. While it is due, it is in the due index, and the relay sends a
 * hint. An owner that enforces its balance must have the funds; those of other shards are moved first.
 * `savings`: the writes of what it saves. `keyDay`: that of its key's limit. Returns the payout of an earlier
 * attempt whose answer was lost.
 */
export async function putPayout(
  owner: Owner,
  payout: Payout,
  memory: Memories,
  savings: readonly WritePart[] = [],
  keyDay?: Write,
): Promise<PayoutOutcome | SavingsChanged | Payout> {
  const now = new Date(payout.created_at);
  const entry = await payoutEntry(undefined, payout);
  const writes = {
    payout: putNew({
      ...keys.payment(owner, payout.id),
      ...indexed(owner, payout),
      ...payout,
      ...(payout.due_at && payoutDueAt(payout, payout.due_at)),
      entries: [entry.id],
    }),
    ...movementWrites(owner, undefined, payout, entry, totalsWrite),
    event: eventWrite(owner, payout),
    savings,
    keyDay,
  };
  return untilWritten<PayoutOutcome | SavingsChanged | Payout>(async () => {
    const conflict = await transactOnce(writes, memory);
    if (!conflict) return { answer: "stored" };
    const { failed, found } = conflict;
    // A payout that exists is this one, from an attempt whose answer was lost: ids are unique.
    const existing = found.payout && Payout.parse(found.payout);
    if (existing) return { answer: sameSavings(existing, payout) ? "stored" : existing };
    if (failed.totals) return { answer: "driver_missing" };
    if (failed.keyDay) return { answer: "key_limit_exceeded" };
    if (!failed.balance) return { answer: failed.savings ? "savings_changed" : "driver_missing" };
    const isUnopened = !isLive(owner) && found.balance?.opened === undefined;
    if (isUnopened) await openSandbox(owner, now);
    else if (!(await gatherFunds(owner, payout.id, payout.amount))) return { answer: "balance_insufficient" };
    if (!isDryRun()) return undefined;
    // Neither was stored, so the table would refuse the payout again.
    if (failed.savings) return { answer: "savings_changed" };
    noteWrites(writesOf(writes));
    return { answer: "stored" };
  });
}

const sameSavings = (payout: Payout, other: Payout) => payout.savings_amount === other.savings_amount;

/**
 * Returns whether this call did. Sums of the driver, or of a deleted driver, or none once these have expired.
 * `savings`: the writes of what it saves, or gives back. Throws {@link Contention} if an operator corrects it
 * meanwhile: nothing may be left to refund.
 */
export async function movePayout(
  owner: Owner,
  before: Payout,
  transition: PayoutTransition,
  after: Payout,
  memory?: Write | undefined,
  savings: readonly WritePart[] = [],
): Promise<boolean | SavingsChanged> {
  const isStill = postingsOf(after).length === postingsOf(before).length;
  if (isStill || !mayBe(transition, before)) return false;
  const entry = await payoutEntry(before, after);
  const moved = { ...after, entries: [...before.entries, entry.id] };
  for (const totals of [totalsWrite, deletedTotalsWrite, undefined]) {
    const conflict = await transactOnce(
      {
        payout: change(keys.payment(owner, before.id), {
          set: {
            ...indexed(owner, moved),
            ...differences(before, moved),
            ...(moved.due_at !== before.due_at && payoutDueAt(moved, moved.due_at)),
          },
          when: {
            status: oneOf(payoutTransitions[transition].from),
            corrected: before.corrected,
            // It may have gone to the bank meanwhile.
            ...(transition === "cancel" && { bank_file: before.bank_file }),
          },
          found: true,
        }),
        savings,
        ...movementWrites(owner, before, moved, entry, totals),
        event: eventWrite(owner, moved),
      },
      memory,
    );
    if (!conflict) return true;
    const payout = conflict.found.payout;
    if (payout && mayBe(transition, Payout.parse(payout)))
      throw new Contention("The payout was corrected or submitted meanwhile");
    if (payout) return false;
    if (conflict.failed.savings) return "savings_changed";
  }
  return false;
}

/** A payout that waits for a file is in partitions of its own, so that no hint of it is sent. */
export const payoutDueAt = (
  { id, waits_for_file }: Pick<Payout, "id" | "waits_for_file">,
  due_at: string | undefined,
) => ({
  due_at,
  by_due: due_at && dueShardOf(id, waits_for_file ? "file" : "payment"),
});

export const postponePayout = async (owner: Owner, before: Payout, due_at: string | undefined) =>
  (await write(
    change(keys.payment(owner, before.id), {
      set: payoutDueAt(before, due_at),
      when: {
        status: before.status,
        due_at: before.due_at,
        waits_for_file: before.waits_for_file,
        return_code: before.return_code,
      },
    }),
  )) === undefined;

const indexed = (owner: Owner, { driver_id, status }: Pick<Payout, "driver_id" | "status">) =>
  paymentIndexes(owner, driver_id, status);

const eventWrite = (owner: Owner, payout: Payout): Emission =>
  emitWrite(owner, paymentEvents[payout.status], publicPayout(payout));

/** Its entry, and the sums and counts of driver and owner. All cents are those of the entry. */
function movementWrites(
  owner: Owner,
  before: Payout | undefined,
  after: Payout,
  entry: LedgerEntry,
  totals: typeof totalsWrite | undefined,
) {
  const counts = { ...(before && { [before.status]: -1 }), [after.status]: 1 };
  const isSaved = after.contribution_id !== undefined && before?.contribution_id === undefined;
  const saved = { [CONTRIBUTIONS]: isSaved ? 1 : 0 };
  const hasEnough = before ? {} : hasFunds(owner, after.amount);
  return {
    balance: balanceWrite(owner, after.id, entry, { ...counts, ...saved }, hasEnough),
    totals: totals?.(owner, after.driver_id, { ...counts, ...sumsOf(before, after, entry) }),
    entry: entryWrite(owner, entry),
    days: dayWrites(owner, after.id, entry, counts, saved),
  };
}

/** What an entry adds to the sums of its driver, and to those of the year in which the payout arrived. */
export function sumsOf(before: Payout | undefined, after: Payout, entry: LedgerEntry) {
  const names = yearAttributes(Number((after.completed_at ?? after.created_at).slice(0, 4)));
  const was = before && reportedOf(before);
  const is = reportedOf(after);
  const tips = is.tips - (was?.tips ?? 0);
  return {
    ...driverSums(entry),
    [names.paid]: is.paid - (was?.paid ?? 0),
    ...(tips !== 0 && { [names.tips]: tips }),
  };
}

/** The payouts at these addresses, at most 100, with their owners. Consistent reads. */
export async function findPayouts(addresses: readonly string[]): Promise<(Owner & { payout: Payout })[]> {
  const addressed = addresses.map(parseAddress).map(({ owner, id }) => keys.payment(owner, id));
  return (await itemsAt(addressed)).map((item) => {
    const { account_id, mode } = payoutAt({ pk: String(item.pk), sk: String(item.sk) });
    return { account_id, mode, payout: Payout.parse(item) };
  });
}

export const findPayout = (owner: Owner, id: string): Promise<Payout | undefined> =>
  findAs(keys.payment(owner, id), Payout);
