import type { Unmarked } from "../../domain/event/new-event.ts";
import { paymentEventOf } from "../../domain/event/payment-events.ts";
import { addressOf, type Owner } from "../../domain/owner.ts";
import { Payout, type PayoutTransition, payoutTransitions } from "../../domain/payout/payout.ts";
import { publicPayout } from "../../domain/payout/public-payout.ts";
import { deletedTotalsWrite } from "../driver/deleted-drivers.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { totalsWrite } from "../driver/drivers.ts";
import { emitWrite } from "../event/events.ts";
import { paymentIndexes } from "../keys/indexes.ts";
import { keys } from "../keys/keys.ts";
import { addToCounts } from "../table/counts.ts";
import { addToDay, addToDriverDay } from "../table/day-writes.ts";
import { oneOf } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { findAs } from "../table/reads.ts";
import type { Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

/**
 * Puts a new payout with its sums, counts and events, and the timer that settles it from `wakeAt` on, in one
 * transaction. Returns whether the driver exists.
 */
export async function putPayout(
  owner: Owner,
  payout: Payout,
  wakeAt: string | undefined,
  memory: Write | undefined,
): Promise<boolean> {
  const now = new Date(payout.created_at);
  const timer = wakeAt && {
    kind: "timer" as const,
    timer: "settle-payout" as const,
    name: payout.id,
    input: { id: addressOf(owner, payout.id), at: wakeAt },
  };
  const conflict = await transactOnce(
    [
      putNew({ ...keys.payment(owner, payout.id), ...indexed(owner, payout), ...payout }),
      ...sumWrites(owner, undefined, payout, totalsWrite),
      ...eventWrites(owner, payout, now),
      ...(timer ? [outboxWrite(timer, now)] : []),
    ],
    memory,
  );
  // A payout that exists is this one, from an attempt whose answer was lost: ids are unique.
  return conflict === undefined || conflict.found[0] !== undefined;
}

/**
 * Moves a payout to `after` if its status allows it. Returns whether this call did. The sums are those of the
 * driver, or of a deleted driver, or none once these have expired.
 */
export async function movePayout(
  owner: Owner,
  before: Payout,
  transition: PayoutTransition,
  after: Payout,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  for (const totals of [totalsWrite, deletedTotalsWrite, undefined]) {
    const conflict = await tryToMove(owner, before, { transition, after, now, memory, totals });
    if (!conflict) return true;
    if (conflict.found[0]) return false;
  }
  return false;
}

type Move = {
  transition: PayoutTransition;
  after: Payout;
  now: Date;
  memory: Write | undefined;
  totals: typeof totalsWrite | undefined;
};

/** A condition failure finds the payout if its status refused the move. */
function tryToMove(owner: Owner, before: Payout, { transition, after, now, memory, totals }: Move) {
  const { from } = payoutTransitions[transition];
  return transactOnce(
    [
      change(keys.payment(owner, before.id), {
        set: { ...indexed(owner, after), ...changes(before, after) },
        when: { status: oneOf(from) },
        found: true,
      }),
      ...sumWrites(owner, before, after, totals),
      ...eventWrites(owner, after, now),
    ],
    memory,
  );
}

const changes = (before: Payout, after: Payout) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Payout]));

/** The key attributes of the indexes. */
const indexed = (owner: Owner, { driver_id, status }: Pick<Payout, "driver_id" | "status">) =>
  paymentIndexes(owner, driver_id, status);

/** The event of a payout's status, if it has one. */
function eventWrites(owner: Owner, payout: Payout, now: Date): Write[] {
  const event = paymentEventOf(payout);
  // The status is the event's: `newEvent` checks it.
  return event ? [emitWrite(owner, event, publicPayout(payout) as Unmarked<typeof event>, now)] : [];
}

/** The writes that keep the driver's sums and the owner's counts in step with a change of status. */
function sumWrites(
  owner: Owner,
  before: Payout | undefined,
  after: Payout,
  totals: typeof totalsWrite | undefined,
): Write[] {
  const counts = { ...(before && { [before.status]: -1 }), [after.status]: 1 };
  const paid = paidBy(after) - (before ? paidBy(before) : 0);
  const year = Number((after.completed_at ?? after.created_at).slice(0, 4));
  const sums = { ...counts, lifetime_payouts: paid, [yearAttributes(year).paid]: paid };
  return [
    ...(totals ? [totals(owner, after.driver_id, sums)] : []),
    addToCounts(owner, "payments", after.id, counts),
    addToDay(owner, "payments", after.id, counts),
    addToDriverDay(owner, after.driver_id, after.id, counts),
  ];
}

const paidBy = ({ status, amount }: Payout) => (status === "completed" ? amount : 0);

/** A consistent read. */
export const findPayout = (owner: Owner, id: string): Promise<Payout | undefined> =>
  findAs(keys.payment(owner, id), Payout);
