import { countLate, logger } from "../../shared/http/serve/telemetry.ts";
import { sendHints } from "../../shared/queues/hints.ts";
import { type Due, listDueDeliveries } from "../../shared/store/webhook/due-deliveries.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";

/** Half of what the function has: what is not reached in it the next minute reaches. */
const BUDGET_MS = 15_000;
/** Of one endpoint's overdue, in one sweep: its hints are in the queue for a while, and more of them help nobody. */
const MOST_OVERDUE = 1_000;
/** Nothing waits so long for us, unless we are behind or fail over it again and again. */
const LATE_MS = 30 * 60_000;
/** When the deliveries of more endpoints are late, it is not for their own sake. */
const MOST_LOOKED_AT = 200;

/**
 * Sends hints of what is due within the next minute, and of what has been due for so long that its hint must be lost. It
 * writes nothing: what it sends twice is looked at twice.
 */
export const handler = async (): Promise<void> => {
  const now = new Date();
  const started = performance.now();
  const fair = fairly(now);
  const late = new Map<string, Due>();
  let sent = 0;
  const isTimeLeft = () => performance.now() - started < BUDGET_MS;
  await listDueDeliveries(
    now,
    async (page) => {
      for (const one of page)
        if (Date.parse(one.due_at) < now.getTime() - LATE_MS) late.set(one.endpoint_id, one);
      const hints = page.filter(fair);
      await sendHints("later", hints);
      sent += hints.length;
    },
    isTimeLeft,
  );
  const kept = await keptWaiting([...late.values()]);
  logger.info("sweep", { operation: "sweep-deliveries", hints: sent, late: kept });
  // Each time, so that a sweeper that says nothing is heard of too.
  countLate(kept);
};

/** How many endpoints wait for us. One that is slow to answer waits for itself, behind others that are. */
async function keptWaiting(late: Due[]): Promise<number> {
  const endpoints = await Promise.all(
    late.slice(0, MOST_LOOKED_AT).map((one) => findEndpoint(one, one.endpoint_id)),
  );
  return late.length - endpoints.filter((endpoint) => endpoint?.slow).length;
}

/** Lets through what is to come, and of what is overdue no more of an endpoint than its share. */
function fairly(now: Date): (due: Due) => boolean {
  const overdue = new Map<string, number>();
  return ({ endpoint_id, due_at }) => {
    if (Date.parse(due_at) >= now.getTime()) return true;
    const before = overdue.get(endpoint_id) ?? 0;
    overdue.set(endpoint_id, before + 1);
    return before < MOST_OVERDUE;
  };
}
