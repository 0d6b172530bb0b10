import { randomUUID } from "node:crypto";
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  type SendMessageBatchCommandInput,
  type SendMessageBatchRequestEntry,
} from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { addressOf, type Owner } from "../domain/item/owner.ts";
import type { Payout } from "../domain/payout/payout.ts";
import { hasHint } from "../domain/payout/payout-rail.ts";
import type { Delivery } from "../domain/webhook/delivery.ts";
import { MAX_AT_ONCE } from "../domain/webhook/webhook-endpoint.ts";
import { enqueue, sqs } from "./sqs.ts";

/** The item decides, so a hint may be lost, early or doubled. `fresh`: as just created. */
export type Hint = Owner & { endpoint_id: string; delivery_id: string; fresh?: Delivery };

/** `first`: new, a few of each endpoint at once. `later`: waiting. `slow`: the last attempt took long. */
export type Lane = "first" | "later" | "slow";

const queueUrls: Readonly<Record<Lane, string | undefined>> = {
  first: process.env.FIRST_QUEUE_URL,
  later: process.env.LATER_QUEUE_URL,
  slow: process.env.SLOW_QUEUE_URL,
};

/** All, or it throws. The FIFO lane gives an endpoint a few groups, each with one message in work. */
export const sendFirstHints = (hints: readonly Hint[]): Promise<void> =>
  sendAll(
    "first",
    hints.map((hint) => ({
      MessageBody: JSON.stringify(hint),
      MessageGroupId: `${hint.endpoint_id}.${Number.parseInt(hint.delivery_id.slice(-1), 36) % MAX_AT_ONCE}`,
      // SQS must not drop a hint that is sent again.
      MessageDeduplicationId: randomUUID(),
    })),
  );

/** Sends hints that become visible when their deliveries are due, or at once: all of them or it throws. */
export const sendHints = (
  lane: Exclude<Lane, "first">,
  hints: readonly (Hint & { due_at?: string })[],
): Promise<void> =>
  sendAll(
    lane,
    hints.map(({ due_at, ...hint }) => ({
      MessageBody: JSON.stringify(hint),
      // A standard queue is fair between groups.
      MessageGroupId: hint.endpoint_id,
      DelaySeconds: due_at ? secondsUntil(due_at) : 0,
    })),
  );

/** SQS delays a message by 15 minutes at most. */
const secondsUntil = (at: string): number =>
  Math.min(900, Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000)));

/** Names payouts that may be due, by their addresses. Their items decide, as a delivery's does. */
export type PayoutHint = { payouts: readonly string[] };

/** Payouts of a hint, whose rail is asked about all of them at once. */
const ASKED_AT_ONCE = 50;

/** Sends hints of payouts, by their addresses, which become visible at an instant or at once. */
export async function sendPayoutHints(payouts: readonly string[], dueAt?: string): Promise<void> {
  for (let i = 0; i < payouts.length; i += ASKED_AT_ONCE) {
    const hint: PayoutHint = { payouts: payouts.slice(i, i + ASKED_AT_ONCE) };
    await enqueue(
      process.env.PAYOUT_QUEUE_URL,
      hint,
      undefined,
      dueAt === undefined ? 0 : secondsUntil(dueAt),
    );
  }
}

/** Sends a payout's own hint, if it is due soon enough after its creation. The sweeper finds any other. */
export async function hintOf(
  owner: Owner,
  { id, due_at, waits_for_file }: Pick<Payout, "id" | "due_at" | "waits_for_file">,
): Promise<void> {
  if (due_at && !waits_for_file && hasHint(id, due_at)) await sendPayoutHints([addressOf(owner, id)], due_at);
}

/** SQS takes ten messages at a time. */
const BATCH = 10;
/** The client has 50 connections. A call that waits a second for one of them fails. */
const BATCHES_AT_ONCE = 40;

async function sendAll(lane: Lane, messages: Omit<SendMessageBatchRequestEntry, "Id">[]): Promise<void> {
  const QueueUrl = queueUrls[lane];
  const batches: SendMessageBatchCommandInput[] = [];
  for (let start = 0; start < messages.length; start += BATCH) {
    const Entries = messages.slice(start, start + BATCH).map((message, i) => ({ Id: String(i), ...message }));
    batches.push({ QueueUrl, Entries });
  }
  for (let start = 0; start < batches.length; start += BATCHES_AT_ONCE)
    await Promise.all(batches.slice(start, start + BATCHES_AT_ONCE).map(sendBatch));
}

async function sendBatch(batch: SendMessageBatchCommandInput): Promise<void> {
  const { Failed = [] } = await sqs.send(new SendMessageBatchCommand(batch));
  if (Failed.length > 0) throw new Error("SQS refused hints");
}

/** The hints of all lanes that wait or are in work. Hints that are not visible yet do not count. */
export async function countHints(): Promise<number> {
  const counts = await Promise.all(Object.values(queueUrls).map(countIn));
  return counts.reduce((sum, count) => sum + count, 0);
}

export const countPayoutHints = (): Promise<number> => countIn(process.env.PAYOUT_QUEUE_URL);

const COUNTED = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"] as const;

async function countIn(QueueUrl: string | undefined): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...COUNTED] }),
  );
  return COUNTED.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
}

export const laneOf = ({ eventSourceARN }: SQSRecord): Lane => {
  const lanes = Object.keys(queueUrls) as Lane[];
  return lanes.find((lane) => queueUrls[lane]?.endsWith(`/${eventSourceARN.split(":").at(-1)}`)) ?? "later";
};

export async function deleteHint(record: SQSRecord): Promise<void> {
  const QueueUrl = queueUrls[laneOf(record)];
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: record.receiptHandle }));
}
