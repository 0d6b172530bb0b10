import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { SQSRecord } from "aws-lambda";
import { newEvent } from "../../shared/domain/event/new-event.ts";
import type { WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";

const owner = { account_id: "acct_1", mode: "live" } as const;

let engine: Awaited<ReturnType<typeof startEngine>>;
let queues: Awaited<ReturnType<typeof startQueues>>;
let fanOut: (event: { Records: SQSRecord[] }, context: never) => Promise<unknown>;
let putEndpoint: typeof import("../../shared/store/webhook/endpoints.ts").putEndpoint;
beforeAll(async () => {
  [engine, queues] = [await startEngine(), await startQueues()];
  ({ putEndpoint } = await import("../../shared/store/webhook/endpoints.ts"));
  fanOut = (await import("../../functions/webhooks/fan-out-event.ts")).handler as unknown as typeof fanOut;
});
afterAll(() => {
  queues.stop();
  engine.stop();
});

test("an event that is relayed again reaches no endpoint that was created after it", async () => {
  const at = Date.now() - 3_600_000;
  const endpoint = (n: number, created: number): WebhookEndpoint => ({
    ...owner,
    id: `wh_01j9z8v7w6x5y4t3s2r1q0p9n${n}`,
    url: `https://receiver.example/${n}`,
    events: ["*"],
    status: "active",
    secrets: [],
    created_at: new Date(created).toISOString(),
  });
  await putEndpoint(owner, endpoint(1, at - 1_000), undefined);
  await putEndpoint(owner, endpoint(2, at + 1_000), undefined);
  const { id, type } = newEvent(
    "driver.created",
    { id: "drv_1", object: "driver", status: "active", livemode: false },
    new Date(at),
  );
  const body = JSON.stringify({ ...owner, event_id: id, type });
  await fanOut({ Records: [{ messageId: "1", body, attributes: {} } as SQSRecord] }, {} as never);
  const deliveries = await engine.items("DELIVERY");
  expect(JSON.stringify(deliveries)).toContain(endpoint(1, 0).id);
  expect(JSON.stringify(deliveries)).not.toContain(endpoint(2, 0).id);
});
