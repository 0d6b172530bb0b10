import type { Owner } from "../domain/owner.ts";
import type { AttemptResult } from "../domain/webhook/attempt.ts";
import { putInboxItem } from "../store/webhook/inbox.ts";
import type { Post } from "./post.ts";
import { wallTime } from "./wall-time.ts";

/** A write to the table, and no HTTP call. When it fails, the lease expires and another attempt follows. */
export async function receive(
  owner: Owner,
  event_id: string,
  { headers, body }: Post,
): Promise<AttemptResult> {
  const started = performance.now();
  const text = Buffer.from(body).toString("utf8");
  const item = { event_id, received_at: wallTime().toISOString(), headers, body: text };
  await putInboxItem(owner, item, new Date());
  return { outcome: "delivered", status: 200, duration_ms: Math.round(performance.now() - started) };
}
