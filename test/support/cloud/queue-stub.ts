import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { served } from "./served.ts";

type Entry = { Id: string; MessageBody: string; DelaySeconds: number };
type Request = { QueueUrl: string; Entries?: Entry[]; MessageBody?: string; DelaySeconds?: number };
type Hinted = { lane: string; delivery_id: string; delay: number; fresh: boolean };

const md5 = (body: string) => createHash("md5").update(body).digest("hex");

/**
 * An SQS stub that accepts hints from functions in the test's own process, and `messages` that are sent one
 * by one. `waiting` is what it says of each lane's visible messages, `inWork` of those in flight.
 */
export async function startQueues() {
  const sent: Hinted[] = [];
  const messages: string[] = [];
  /** In seconds, of the messages that have one. */
  const delays: number[] = [];
  const waiting: Record<string, { waiting?: number; inWork?: number }> = {};
  const url = await served(async (request, response) => {
    const { QueueUrl, Entries, MessageBody, DelaySeconds = 0 } = JSON.parse(await text(request)) as Request;
    const lane = QueueUrl.split("/").at(-1) ?? "";
    if (MessageBody !== undefined) {
      messages.push(MessageBody);
      if (DelaySeconds > 0) delays.push(DelaySeconds);
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify({ MD5OfMessageBody: md5(MessageBody) }));
      return;
    }
    if (!Entries) {
      const { waiting: visible = 0, inWork = 0 } = waiting[lane] ?? {};
      const Attributes = {
        QueueArn: `arn:aws:sqs:us-east-1:000000000000:${lane}`,
        ApproximateNumberOfMessages: String(visible),
        ApproximateNumberOfMessagesNotVisible: String(inWork),
      };
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify({ Attributes }));
      return;
    }
    for (const { MessageBody, DelaySeconds } of Entries) {
      const { delivery_id, fresh } = JSON.parse(MessageBody);
      sent.push({ lane, delivery_id, delay: DelaySeconds, fresh: fresh !== undefined });
    }
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
    const Successful = Entries.map(({ Id, MessageBody }) => ({ Id, MD5OfMessageBody: md5(MessageBody) }));
    response.end(JSON.stringify({ Successful }));
  });
  const urlOf = (lane: string) => `${url}/1/${lane}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: url,
    FIRST_QUEUE_URL: urlOf("first"),
    LATER_QUEUE_URL: urlOf("later"),
    SLOW_QUEUE_URL: urlOf("slow"),
    FAN_OUT_QUEUE_URL: urlOf("events"),
    PAYOUT_QUEUE_URL: urlOf("payouts"),
  });
  return { sent, messages, delays, waiting };
}
