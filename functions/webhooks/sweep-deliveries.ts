import { type Idle, idleUntil } from "../../shared/domain/time/idle.ts";
import { addressOf } from "../../shared/domain/item/owner.ts";
import { hasHint } from "../../shared/domain/payout/payout-rail.ts";
import { isReminded, overdueHints } from "../../shared/domain/webhook/overdue-hints.ts";
import { countInStage, logger } from "../../shared/http/serve/telemetry.ts";
import { countHints, countPayoutHints, sendHints, sendPayoutHints } from "../../shared/queues/hints.ts";
import { enqueueBatch } from "../../shared/queues/sqs.ts";
import { listLostBatches } from "../../shared/store/payout/payout-batches.ts";
import { type DueDelivery, dueDeliveries, duePayouts, listDue } from "../../shared/store/event/due-index.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";

/** Half of the function's timeout. The next sweep, a minute later, finds the rest. */
const BUDGET_MS = 15_000;
/** An item is this late only when we are behind, or fail over it again and again. */
const LATE_MS = 30 * 60_000;
/** More late endpoints than this are our fault, so no endpoint beyond it is checked for being slow. */
const MAX_LOOKED_AT = 200;

type Swept = { sent: number; late: number; next: number };

/**
 * Hints of deliveries and payouts that are due within the next minute or overdue, and lost messages of
 * batches. It writes nothing, so a doubled one only costs a read. A fault of one kind does not stop the
 * others.
 */
export const handler = async (): Promise<Idle> => {
  const now = new Date();
  const started = performance.now();
  const isTimeLeft = () => performance.now() - started < BUDGET_MS;
  const sweeps = await Promise.allSettled([
    sweepDeliveries(now, isTimeLeft),
    sweepPayouts(now, isTimeLeft),
    sweepBatches(now),
  ]);
  const [deliveries, payouts, batches] = sweeps.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  }) as [Swept, Swept, Swept];
  logger.info("sweep", {
    operation: "sweep-deliveries",
    hints: deliveries.sent,
    late: deliveries.late,
    payouts: payouts.sent,
    late_payouts: payouts.late,
    batches: batches.sent,
  });
  // Counted on each sweep, zero included: alarms watch for missing data.
  countInStage("DeliveriesLate", deliveries.late);
  countInStage("PayoutsLate", payouts.late);
  return idleUntil(now, Math.min(deliveries.next, payouts.next, batches.next));
};

async function sweepDeliveries(now: Date, isTimeLeft: () => boolean): Promise<Swept> {
  const late = new Map<string, DueDelivery>();
  const overdue = overdueHints<DueDelivery>(now);
  let sent = 0;
  let next = 0;
  const send = async (hints: DueDelivery[]) => {
    await sendHints("later", hints);
    sent += hints.length;
  };
  try {
    next = await listDue(
      dueDeliveries,
      now,
      async (page) => {
        for (const hint of page)
          if (Date.parse(hint.due_at) < now.getTime() - LATE_MS) late.set(hint.endpoint_id, hint);
        await send(page.filter((hint) => !overdue.add(hint)));
      },
      isTimeLeft,
    );
  } finally {
    // A shard that cannot be read does not stop the hints of the others.
    if (overdue.count() > 0) await send(overdue.chosen(await countHints()));
  }
  return { sent, next, late: await countDelayed([...late.values()]) };
}

/**
 * In batches, so a rail is asked about many at once. While the queue has fewer hints than a page has overdue
 * payouts, some lost theirs, as after a restore, and all of the page get one.
 */
async function sweepPayouts(now: Date, isTimeLeft: () => boolean): Promise<Swept> {
  let sent = 0;
  let late = 0;
  let waiting: Promise<number> | undefined;
  const areLost = async (page: readonly { due_at: string }[]) => {
    const overdue = page.filter(({ due_at }) => Date.parse(due_at) <= now.getTime()).length;
    if (overdue === 0) return false;
    waiting ??= countPayoutHints();
    return (await waiting) < overdue;
  };
  const next = await listDue(
    duePayouts,
    now,
    async (page) => {
      const lateBy = (due_at: string) => now.getTime() - Date.parse(due_at);
      late += page.filter(({ due_at }) => lateBy(due_at) > LATE_MS).length;
      const lost = await areLost(page);
      const looked = page.filter(({ payout_id, due_at }) =>
        lateBy(due_at) > 0 ? lost || isReminded(lateBy(due_at)) : !hasHint(payout_id, due_at),
      );
      await sendPayoutHints(
        looked.map((payout) => addressOf(payout, payout.payout_id)),
        looked.at(-1)?.due_at,
      );
      sent += looked.length;
    },
    isTimeLeft,
  );
  return { sent, late, next };
}

async function sweepBatches(now: Date): Promise<Swept> {
  const { lost, next } = await listLostBatches(now);
  for (const request of lost) await enqueueBatch(request);
  return { sent: lost.length, late: 0, next };
}

/** Counts the endpoints that we delay. A slow endpoint delays itself. */
async function countDelayed(late: DueDelivery[]): Promise<number> {
  const endpoints = await Promise.all(
    late.slice(0, MAX_LOOKED_AT).map((delivery) => findEndpoint(delivery, delivery.endpoint_id)),
  );
  return late.length - endpoints.filter((endpoint) => endpoint?.slow).length;
}
