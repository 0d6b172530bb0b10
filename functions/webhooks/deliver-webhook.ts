import { setTimeout as sleep } from "node:timers/promises";
import type { SQSRecord } from "aws-lambda";
import type { WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { deleteHint, type Hint, laneOf, sendHints } from "../../shared/queues/hints.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";
import { attemptDelivery } from "../../shared/webhooks/attempt-delivery.ts";
import { timeScale } from "../../shared/webhooks/wall-time.ts";

/** Makes the attempts that hints name. A failed attempt is stored with its delivery and fails no message. */
export const handler = serveQueue("deliver-webhook", (batch) => {
  // A batch may name one endpoint many times, so each endpoint is read once, just before its first attempt.
  const read = new Map<string, Promise<WebhookEndpoint | undefined>>();
  const done = Promise.withResolvers<void>();
  let left = batch.length;
  return async (record) => {
    const hint = JSON.parse(record.body) as Hint;
    const finding = read.get(hint.endpoint_id) ?? findEndpoint(hint, hint.endpoint_id);
    read.set(hint.endpoint_id, finding);
    const outcome = await follow(hint, await finding, record).finally(() => {
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

/** A hint leaves the shared lanes when its endpoint is slow, or when it waited long in the first lane. */
async function follow(hint: Hint, endpoint: WebhookEndpoint | undefined, record: SQSRecord): Promise<string> {
  const lane = laneOf(record);
  const isHeldUp = endpoint?.slow || (lane === "first" && hasWaitedLong(record));
  if (!isHeldUp || lane === "slow") return attemptDelivery(hint, endpoint);
  await sendHints("slow", [hint]);
  return "slow";
}

/**
 * SQS searches the first 120,000 messages of a FIFO queue for a free group, so one endpoint's backlog would
 * hide the messages behind it. In the slow lane, a standard queue, a backlog hides nothing.
 */
const LONG_WAIT_MS = 30_000;

const hasWaitedLong = ({ attributes }: SQSRecord): boolean =>
  Date.now() - Number(attributes.SentTimestamp) > LONG_WAIT_MS * timeScale;
