import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { BatchRequest } from "../domain/event/outbox.ts";
import { lambdaSettings, requestHandler } from "../store/table/lambda-client.ts";

/** Three tries of three seconds end before a function's timeout, which would fail its whole batch. */
export const clientSettings = {
  ...lambdaSettings,
  maxAttempts: 3,
  requestHandler: requestHandler(3_000),
};

export const sqs = new SQSClient(clientSettings);

/** Sends one message, at most 900 s later. A standard queue takes groups too, and is fair between them. */
export async function enqueue(
  QueueUrl: string | undefined,
  message: unknown,
  MessageGroupId?: string,
  DelaySeconds?: number,
): Promise<void> {
  const MessageBody = JSON.stringify(message);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId, DelaySeconds }));
}

/** Asks for work on a batch of payouts, after some seconds. The queue is fair between accounts. */
export const enqueueBatch = (request: BatchRequest, seconds = 0): Promise<void> =>
  enqueue(process.env.BATCH_QUEUE_URL, request, request.account_id, seconds);
