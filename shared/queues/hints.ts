import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from "@aws-sdk/client-sqs";
import type { Owner } from "../domain/owner.ts";
import { MAX_AT_ONCE } from "../domain/webhook/webhook-endpoint.ts";

/** Where to look: a delivery that may be due. Its item says whether it is, so a hint may be lost, early or doubled. */
export type Hint = Owner & { endpoint_id: string; delivery_id: string };

/**
 * `first`: new deliveries, a few of each endpoint at a time. `later`: those that wait for an instant. `slow`: of endpoints
 * whose last attempt took long.
 */
export type Lane = "first" | "later" | "slow";

export const queueUrls: Readonly<Record<Lane, string | undefined>> = {
  first: process.env.FIRST_QUEUE_URL,
  later: process.env.LATER_QUEUE_URL,
  slow: process.env.SLOW_QUEUE_URL,
};

export const sqs = new SQSClient({
  maxAttempts: 3,
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** SQS takes ten messages at a time. */
const BATCH = 10;

/** Sends hints, all of them or it throws. `inSeconds`: not before then, which the first lane cannot do. */
export async function sendHints(
  lane: Lane,
  hints: readonly (Hint & { inSeconds?: number })[],
): Promise<void> {
  const entries = hints.map(({ inSeconds = 0, ...hint }, i) => entryOf(lane, hint, i, inSeconds));
  const batches = Array.from({ length: Math.ceil(entries.length / BATCH) }, (_, i) =>
    entries.slice(i * BATCH, (i + 1) * BATCH),
  );
  await Promise.all(batches.map((batch) => sendBatch(queueUrls[lane], batch)));
}

async function sendBatch(QueueUrl: string | undefined, Entries: SendMessageBatchRequestEntry[]) {
  const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  if (Failed.length > 0) throw new Error("The queue did not take all hints");
}

/**
 * The first lane is a FIFO queue, which hands out no message of a group while another of it is in work. An endpoint has a few groups, so
 * that one that hangs holds up itself and nobody else. `deliver-webhook` moves on what waits in it for long.
 */
function entryOf(lane: Lane, hint: Hint, i: number, DelaySeconds: number): SendMessageBatchRequestEntry {
  const message = { Id: String(i), MessageBody: JSON.stringify(hint) };
  // On a standard queue a group is whom to be fair to.
  if (lane !== "first") return { ...message, MessageGroupId: hint.endpoint_id, DelaySeconds };
  const group = Number.parseInt(hint.delivery_id.slice(-1), 36) % MAX_AT_ONCE;
  // A hint that is sent again is meant.
  return { ...message, MessageGroupId: `${hint.endpoint_id}.${group}`, MessageDeduplicationId: randomUUID() };
}
