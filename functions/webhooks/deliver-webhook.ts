import { setTimeout as sleep } from "node:timers/promises";
import type { SQSRecord } from "aws-lambda";
import type { WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { deleteHint, type Hint, laneOf, sendHints } from "../../shared/queues/hints.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";
import { attemptDelivery } from "../../shared/webhooks/attempt-delivery.ts";
import { timeScale } from "../../shared/webhooks/wall-time.ts";

/** Makes the attempts that hints lead to. How an attempt ends is kept with its delivery, and is never a failure of this function. */
export const handler = serveQueue("deliver-webhook", (batch) => {
  // Read once for a batch, which may all be for one endpoint, and just before its attempts begin.
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
    // Others of the batch may hang: this message's group need not wait for them.
    if (left > 0) await Promise.race([done.promise, sleep(LINGER_MS)]);
    if (left > 0) await deleteHint(record);
    return outcome;
  };
});

/** How long a batch is waited for before its messages are deleted one by one, which costs a call each. */
const LINGER_MS = 200;

/** The slow lane is for those whose server is, and for those that more happens to than their server takes. */
async function follow(hint: Hint, endpoint: WebhookEndpoint | undefined, record: SQSRecord): Promise<string> {
  const lane = laneOf(record);
  const isHeldUp = endpoint?.slow || (lane === "first" && hasWaitedLong(record));
  if (!isHeldUp || lane === "slow") return attemptDelivery(hint, endpoint);
  await sendHints("slow", [hint]);
  return "slow";
}

/**
 * SQS looks for groups that are free among a FIFO queue's first 120,000 messages: a pile of one endpoint's would hide all that come
 * after it. Moved on, they are a pile where nobody stands in line behind another.
 */
const LONG_WAIT_MS = 30_000;

const hasWaitedLong = ({ attributes }: SQSRecord): boolean =>
  Date.now() - Number(attributes.SentTimestamp) > LONG_WAIT_MS * timeScale;
