import { type Idle, idleUntil } from "../../shared/domain/idle.ts";
import { overdueHints } from "../../shared/domain/webhook/overdue-hints.ts";
import { countLate, logger } from "../../shared/http/serve/telemetry.ts";
import { countHints, sendHints } from "../../shared/queues/hints.ts";
import { enqueueBatch } from "../../shared/queues/sqs.ts";
import { listLostBatches } from "../../shared/store/payout/payout-batches.ts";
import { type Due, listDueDeliveries } from "../../shared/store/webhook/due-deliveries.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";

/** Half of the function's timeout. The next sweep, a minute later, finds the rest. */
const BUDGET_MS = 15_000;
/** A delivery is this late only when we are behind, or fail over it again and again. */
const LATE_MS = 30 * 60_000;
/** More late endpoints than this are our fault, so no endpoint beyond it is checked for being slow. */
const MAX_LOOKED_AT = 200;

/**
 * Sends hints of the deliveries that are due within the next minute, and of overdue ones whose hints may be
 * lost, and messages of batches that lost theirs. It writes nothing, so a doubled one only costs a read.
 */
export const handler = async (): Promise<Idle> => {
  const now = new Date();
  const started = performance.now();
  const late = new Map<string, Due>();
  const overdue = overdueHints<Due>(now);
  let [sent, next] = [0, 0];
  const isTimeLeft = () => performance.now() - started < BUDGET_MS;
  const send = async (hints: Due[]) => {
    await sendHints("later", hints);
    sent += hints.length;
  };
  try {
    next = await listDueDeliveries(
      now,
      async (page) => {
        for (const one of page)
          if (Date.parse(one.due_at) < now.getTime() - LATE_MS) late.set(one.endpoint_id, one);
        await send(page.filter((one) => !overdue.add(one)));
      },
      isTimeLeft,
    );
  } finally {
    // A shard that cannot be read does not stop the hints of the others.
    if (overdue.count() > 0) await send(overdue.chosen(await countHints()));
  }
  const batches = await listLostBatches(now);
  for (const request of batches.lost) await enqueueBatch(request);
  const delayed = await countDelayed([...late.values()]);
  logger.info("sweep", {
    operation: "sweep-deliveries",
    hints: sent,
    late: delayed,
    batches: batches.lost.length,
  });
  // Counted on each sweep, zero included: an alarm watches for missing data.
  countLate(delayed);
  return idleUntil(now, Math.min(next, batches.next));
};

/** Counts the endpoints that we delay. A slow endpoint delays itself. */
async function countDelayed(late: Due[]): Promise<number> {
  const endpoints = await Promise.all(
    late.slice(0, MAX_LOOKED_AT).map((one) => findEndpoint(one, one.endpoint_id)),
  );
  return late.length - endpoints.filter((endpoint) => endpoint?.slow).length;
}
