import { setTimeout as sleep } from "node:timers/promises";
import type { SQSRecord } from "aws-lambda";
import type { WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { deleteHint, type Hint, laneOf, sendHints } from "../../shared/queues/hints.ts";
import { findEventBodies } from "../../shared/store/event/events.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";
import { attemptDelivery, type BatchRead } from "../../shared/webhooks/attempt-delivery.ts";
import { timeScale } from "../../shared/store/table/time-scale.ts";

/** Makes the attempts that hints name. A failed attempt is stored with its delivery and fails no message. */
export const handler = serveQueue("deliver-webhook", (batch) => {
  // A batch may name one endpoint many times, so each endpoint is read once, just before its first attempt.
  const read = new Map<string, Promise<WebhookEndpoint | undefined>>();
  const bodies = readBodies(batch);
  const done = Promise.withResolvers<void>();
  let left = batch.length;
  return async (record) => {
    const hint = hintIn(record);
    const finding = read.get(hint.endpoint_id) ?? findEndpoint(hint, hint.endpoint_id);
    read.set(hint.endpoint_id, finding);
    const body = bodies.then((byId) => byId.get(hint.fresh?.event_id ?? ""));
    const outcome = await follow(hint, { endpoint: await finding, body }, record).finally(() => {
      left--;
      if (left === 0) done.resolve();
    });
    // Another attempt of the batch may hang. Deleting this message at once frees its group.
    if (left > 0) await Promise.race([done.promise, sleep(LINGER_MS)]);
    if (left > 0) await deleteHint(record);
    return outcome;
  };
});

/** Deleting a message alone costs a call, so a finished message waits this long for the rest of its batch. */
const LINGER_MS = 200;

const hintIn = ({ body }: SQSRecord): Hint => JSON.parse(body);

/** Reads the events of fresh deliveries in one call. If it fails, each attempt reads its own event. */
async function readBodies(batch: readonly SQSRecord[]): Promise<Map<string, string>> {
  try {
    const hints = batch.map(hintIn);
    const events = hints.flatMap(({ fresh, ...owner }) => (fresh ? [{ owner, id: fresh.event_id }] : []));
    return await findEventBodies(events);
  } catch {
    return new Map();
  }
}

/** A hint leaves the shared lanes when its endpoint is slow, or when it waited long in the first lane. */
async function follow(hint: Hint, read: BatchRead, record: SQSRecord): Promise<string> {
  const lane = laneOf(record);
  const isHeldUp = read.endpoint?.slow || (lane === "first" && hasWaitedLong(record));
  if (!isHeldUp || lane === "slow") return attemptDelivery(hint, read);
  await sendHints("slow", [hint]);
  return "slow";
}

/** SQS searches 120,000 messages of a FIFO queue for a free group. The slow lane is a standard queue. */
const LONG_WAIT_MS = 30_000;

const hasWaitedLong = ({ attributes }: SQSRecord): boolean =>
  Date.now() - Number(attributes.SentTimestamp) > LONG_WAIT_MS * timeScale();
