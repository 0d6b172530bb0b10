import { DeleteMessageCommand } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { isSlow, type WebhookEndpoint } from "../../shared/domain/webhook-endpoint.ts";
import { findEndpoint } from "../../shared/store/endpoints.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { type Hint, type Lane, queueUrls, sendHints, sqs } from "./hints.ts";
import { serveQueue } from "./serve-queue.ts";

/** Makes the attempts that hints lead to. How an attempt ends is kept with its delivery, and is never a failure of this function. */
export const handler = serveQueue("deliver-webhook", () => {
  // Read once for a batch, which may all be for one endpoint, and just before its attempts begin.
  const read = new Map<string, Promise<WebhookEndpoint | undefined>>();
  return async (record) => {
    const hint = JSON.parse(record.body) as Hint;
    const finding = read.get(hint.endpoint_id) ?? findEndpoint(hint, hint.endpoint_id);
    read.set(hint.endpoint_id, finding);
    const endpoint = await finding;
    const outcome =
      endpoint && isSlow(endpoint) && laneOf(record) !== "slow"
        ? await passOn(hint)
        : await attemptDelivery(hint, endpoint);
    await forget(record);
    return outcome;
  };
});

async function passOn(hint: Hint): Promise<"slow"> {
  await sendHints("slow", [hint]);
  return "slow";
}

/** At once, and not when the whole batch is done: others of it may hang, and the message's group with them. */
async function forget(record: SQSRecord): Promise<void> {
  const QueueUrl = queueUrls[laneOf(record)];
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: record.receiptHandle }));
}

function laneOf({ eventSourceARN }: SQSRecord): Lane {
  const name = eventSourceARN.split(":").at(-1);
  const lanes = Object.keys(queueUrls) as Lane[];
  return lanes.find((lane) => queueUrls[lane]?.split("/").at(-1) === name) ?? "later";
}
