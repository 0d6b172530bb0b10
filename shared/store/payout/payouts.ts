import { paymentEventData, paymentEventOf } from "../../domain/event/payment-events.ts";
import { driverSums, type LedgerEntry } from "../../domain/ledger/entry.ts";
import { payoutEntry, postingsOf } from "../../domain/ledger/payout-entries.ts";
import { isLive, type Owner, parseAddress } from "../../domain/owner.ts";
import { mayBe, Payout, type PayoutTransition, payoutTransitions } from "../../domain/payout/payout.ts";
import { deletedTotalsWrite } from "../driver/deleted-drivers.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { paymentIndexes } from "../keys/indexes.ts";
import { dueShardOf, keys, payoutAt } from "../keys/keys.ts";
import { balanceWrite, dayWrites, entryWrite, openSandbox } from "../ledger/entries.ts";
import { hasFunds, gatherFunds } from "../ledger/funds.ts";
import { untilWritten } from "../table/decided.ts";
import { oneOf } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findAs, itemsAt } from "../table/reads.ts";
import { Contention, type Write, write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

export const CONTRIBUTIONS = "contributions";

export type PayoutOutcome = "stored" | "driver_missing" | "balance_insufficient";

/** The savings of a payout depend on what has changed since they were decided. Decide again. */
export type SavingsChanged = "savings_changed";

/**
 * With its entry, sums, counts and events. While it is due, it is in the due index, and the relay sends a
 * hint. An owner that enforces its balance must have the funds; those of other shards are moved first.
 * `savings`: the writes of what it saves. Returns the payout of an earlier attempt whose answer was lost.
 */
export async function putPayout(
  owner: Owner,
  payout: Payout,
  memory: Write | undefined,
  savings: readonly Write[] = [],
): Promise<PayoutOutcome | SavingsChanged | Payout> {
  const now = new Date(payout.created_at);
  const entry = await payoutEntry(undefined, payout);
  const own = [
    putNew({
      ...keys.payment(owner, payout.id),
      ...indexed(owner, payout),
      ...payout,
      ...(payout.due_at && dueAt(payout.id, payout.due_at)),
      entries: [entry.id],
    }),
    ...movementWrites(owner, undefined, payout, entry, totalsWrite),
    ...eventWrites(owner, payout, now),
  ];
  return untilWritten<PayoutOutcome | SavingsChanged | Payout>(async () => {
    const conflict = await transactOnce([...own, ...savings], memory);
    if (!conflict) return { answer: "stored" };
    const [existing] = conflict.found;
    // A payout that exists is this one, from an attempt whose answer was lost: ids are unique.
    if (existing)
      return { answer: sameSavings(Payout.parse(existing), payout) ? "stored" : Payout.parse(existing) };
    const [, isShort, isUnknownDriver] = conflict.failed;
    if (isUnknownDriver) return { answer: "driver_missing" };
    if (!isShort)
      return {
        answer: conflict.failed.slice(own.length).some(Boolean) ? "savings_changed" : "driver_missing",
      };
    const isUnopened = !isLive(owner) && conflict.found[1]?.opened === undefined;
    if (isUnopened) await openSandbox(owner, now);
    else if (!(await gatherFunds(owner, payout.id, payout.amount))) return { answer: "balance_insufficient" };
    return undefined;
  });
}

const sameSavings = (one: Payout, other: Payout) => one.savings_amount === other.savings_amount;

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
  now: Date,
  memory?: Write,
  savings: readonly Write[] = [],
): Promise<boolean | SavingsChanged> {
  const isStill = postingsOf(after).length === postingsOf(before).length;
  if (isStill || !mayBe(transition, before)) return false;
  const entry = await payoutEntry(before, after);
  const moved = { ...after, entries: [...before.entries, entry.id] };
  for (const totals of [totalsWrite, deletedTotalsWrite, undefined]) {
    const conflict = await transactOnce(
      [
        change(keys.payment(owner, before.id), {
          set: {
            ...indexed(owner, moved),
            // Of a payout of the release before. Its index must not keep the former status.
            by_driver_status: undefined,
            ...changes(before, moved),
            ...(moved.due_at !== before.due_at && dueAt(before.id, moved.due_at)),
          },
          when: { status: oneOf(payoutTransitions[transition].from), corrected: before.corrected },
          found: true,
        }),
        ...savings,
        ...movementWrites(owner, before, moved, entry, totals),
        ...eventWrites(owner, moved, now),
      ],
      memory,
    );
    if (!conflict) return true;
    const [found] = conflict.found;
    if (found && mayBe(transition, Payout.parse(found)))
      throw new Contention("The payout was corrected meanwhile");
    if (found) return false;
    if (conflict.failed.slice(1, 1 + savings.length).some(Boolean)) return "savings_changed";
  }
  return false;
}

const changes = (before: Payout, after: Payout) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Payout]));

const dueAt = (id: string, due_at: string | undefined) => ({
  due_at,
  by_due: due_at && dueShardOf(id, "payment"),
});

export const postponePayout = async (owner: Owner, { id, ...before }: Payout, due_at: string | undefined) =>
  (await write(
    change(keys.payment(owner, id), {
      set: dueAt(id, due_at),
      when: { status: before.status, due_at: before.due_at },
    }),
  )) === undefined;

const indexed = (owner: Owner, { id, driver_id, status }: Pick<Payout, "id" | "driver_id" | "status">) =>
  paymentIndexes(owner, id, driver_id, status);

function eventWrites(owner: Owner, payout: Payout, now: Date): Write[] {
  const event = paymentEventOf(payout);
  return event ? [emitWrite(owner, event, paymentEventData(payout), now)] : [];
}

/** Its entry, and the sums and counts of driver and owner. All cents are those of the entry. */
function movementWrites(
  owner: Owner,
  before: Payout | undefined,
  after: Payout,
  entry: LedgerEntry,
  totals: typeof totalsWrite | undefined,
): Write[] {
  const counts = { ...(before && { [before.status]: -1 }), [after.status]: 1 };
  const isSaved = after.contribution_id !== undefined && before?.contribution_id === undefined;
  const saved = { [CONTRIBUTIONS]: isSaved ? 1 : 0 };
  return [
    balanceWrite(
      owner,
      after.id,
      entry,
      { ...counts, ...saved },
      before ? {} : hasFunds(owner, after.amount),
    ),
    ...(totals ? [totals(owner, after.driver_id, { ...counts, ...sumsOf(after, entry) })] : []),
    entryWrite(owner, entry),
    ...dayWrites(owner, after.id, entry, counts, saved),
  ];
}

export function sumsOf(payout: Payout, entry: LedgerEntry): Readonly<Record<string, number>> {
  const sums = driverSums(entry);
  const year = Number((payout.completed_at ?? payout.created_at).slice(0, 4));
  return { ...sums, [yearAttributes(year).paid]: sums.lifetime_payouts };
}

/** The payouts at these addresses, at most 100, with their owners. Consistent reads. */
export async function findPayouts(addresses: readonly string[]): Promise<(Owner & { payout: Payout })[]> {
  const wanted = addresses.map(parseAddress).map(({ owner, id }) => keys.payment(owner, id));
  return (await itemsAt(wanted)).map((item) => {
    const { account_id, mode } = payoutAt({ pk: String(item.pk), sk: String(item.sk) });
    return { account_id, mode, payout: Payout.parse(item) };
  });
}

export const findPayout = (owner: Owner, id: string): Promise<Payout | undefined> =>
  findAs(keys.payment(owner, id), Payout);
