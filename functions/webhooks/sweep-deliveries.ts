import { countLate, logger } from "../../shared/http/serve/telemetry.ts";
import { sendHints } from "../../shared/queues/hints.ts";
import { type Due, listDueDeliveries } from "../../shared/store/webhook/due-deliveries.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";

/** Half of the function's timeout. The next sweep, a minute later, finds the rest. */
const BUDGET_MS = 15_000;
/** The overdue deliveries of one endpoint in one sweep. Its hints take a while, and more would not help. */
const MOST_OVERDUE = 1_000;
/** A delivery is this late only when we are behind, or fail over it again and again. */
const LATE_MS = 30 * 60_000;
/** More late endpoints than this are our fault, so no endpoint beyond it is checked for being slow. */
const MOST_LOOKED_AT = 200;

/**
 * Sends hints of the deliveries that are due within the next minute, and of those so long overdue that their
 * hints must be lost. It writes nothing, so a doubled hint only costs a read.
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
  const delayed = await countDelayed([...late.values()]);
  logger.info("sweep", { operation: "sweep-deliveries", hints: sent, late: delayed });
  // Counted on each sweep, zero included: an alarm watches for missing data.
  countLate(delayed);
};

/** Counts the endpoints that we delay. A slow endpoint delays itself. */
async function countDelayed(late: Due[]): Promise<number> {
  const endpoints = await Promise.all(
    late.slice(0, MOST_LOOKED_AT).map((one) => findEndpoint(one, one.endpoint_id)),
  );
  return late.length - endpoints.filter((endpoint) => endpoint?.slow).length;
}

/** Accepts every delivery that is not due yet, and each endpoint's share of the overdue ones. */
function fairly(now: Date): (due: Due) => boolean {
  const overdue = new Map<string, number>();
  return ({ endpoint_id, due_at }) => {
    if (Date.parse(due_at) >= now.getTime()) return true;
    const before = overdue.get(endpoint_id) ?? 0;
    overdue.set(endpoint_id, before + 1);
    return before < MOST_OVERDUE;
  };
}
