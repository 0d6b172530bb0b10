import { beforeEach, expect, test } from "@jest/globals";
import type { SQSEvent } from "aws-lambda";
import { startEngine } from "../support/cloud/engine.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";

await startEngine();
const queues = await startQueues();
const deliver = (await import("../../functions/webhooks/deliver-webhook.ts")).handler;
beforeEach(() => {
  queues.sent.length = 0;
});

const hint = { account_id: "acct_1", mode: "live", endpoint_id: "wh_1", delivery_id: "dlv_1" };

/** A batch of one message, which has waited in its lane for so long. */
const batch = (lane: string, waitedMs: number): SQSEvent =>
  ({
    Records: [
      {
        messageId: "m1",
        body: JSON.stringify(hint),
        attributes: { SentTimestamp: String(Date.now() - waitedMs) },
        eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${lane}`,
      },
    ],
  }) as unknown as SQSEvent;

test("a hint that waited half a minute in the first lane moves to the slow lane", async () => {
  expect(await deliver(batch("first", 31_000))).toEqual({ batchItemFailures: [] });
  expect(queues.sent).toMatchObject([{ lane: "slow", delivery_id: "dlv_1" }]);
});

test.each([
  ["first", 29_000],
  ["later", 90_000],
  ["slow", 600_000],
])("in the %s lane, after %d ms, it is followed where it is", async (lane, waitedMs) => {
  expect(await deliver(batch(lane, waitedMs))).toEqual({ batchItemFailures: [] });
  expect(queues.sent).toEqual([]);
});
