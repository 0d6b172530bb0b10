import { workers } from "../../shared/contract/workers.ts";
import type { TimerRequest } from "../../shared/domain/event/outbox.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { startTimer } from "../../shared/queues/timer-executions.ts";

/** Starts the executions of timers. A timer waits for an instant, so a late start does not make it late. */
export const handler = serveQueue(workers.startTimers.name, () => async ({ body }) => {
  await startTimer(JSON.parse(body) as TimerRequest);
  return "started";
});
