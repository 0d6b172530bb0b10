import type { ReplayRequest } from "../../domain/event/outbox.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import type { Write } from "../table/table.ts";

/** Leaves a replay to the relay; what it finds to send is decided when it runs. */
export async function putReplayRequest(
  request: ReplayRequest,
  now: Date,
  memory: Write | undefined,
): Promise<void> {
  await transactOnce([outboxWrite(request, now)], memory);
}
