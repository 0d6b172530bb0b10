import { workers } from "../../shared/contract/workers.ts";
import type { TimerRequest } from "../../shared/domain/event/outbox.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { countFault } from "../../shared/http/serve/telemetry.ts";
import { startTimer } from "../../shared/queues/timer-executions.ts";

/**
 * Starts the executions of timers. A timer waits for an instant, so a late start does not make it late. Each
 * failure is counted, because a message that fails three times leaves SQS's metric of old messages.
 */
export const handler = serveQueue(workers.startTimers.name, () => async ({ body }) => {
  try {
    await startTimer(JSON.parse(body) as TimerRequest);
    return "started";
  } catch (error) {
    countFault("TimerStartFaults");
    throw error;
  }
});
