import { expect, test } from "@jest/globals";
import type { SQSRecord } from "aws-lambda";
import { driverCreated } from "../../shared/domain/event/driver-events.ts";
import { newEvent } from "../../shared/domain/event/new-event.ts";
import type { WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";

const owner = { account_id: "acct_1", mode: "live" } as const;
const at = Date.now() - 3_600_000;

const engine = await startEngine();
await startQueues();
const { putEndpoint } = await import("../../shared/store/webhook/endpoints.ts");
type FanOut = (event: { Records: SQSRecord[] }, context: never) => Promise<unknown>;
const fanOut = (await import("../../functions/webhooks/fan-out-event.ts")).handler as unknown as FanOut;

const endpoint = (url: string, created: number, n: number): WebhookEndpoint => ({
  ...owner,
  id: `wh_01j9z8v7w6x5y4t3s2r1q0p9n${n}`,
  url,
  events: ["*"],
  status: "active",
  secrets: [],
  created_at: new Date(created).toISOString(),
});

test("a late relay of an event reaches each URL once, and no endpoint that was created after it", async () => {
  const endpoints = [
    endpoint("https://same.example/hook", at - 1_000, 1),
    endpoint("https://same.example:443/hook", at - 1_000, 2),
    endpoint("https://other.example/", at - 1_000, 3),
    endpoint("https://later.example/", at + 1_000, 4),
  ];
  for (const each of endpoints) await putEndpoint(owner, each, undefined);
  const data = { id: "drv_1", object: "driver", status: "active", sequence: 1, livemode: false } as const;
  const { id, type } = newEvent(driverCreated, data, new Date(at));
  const body = JSON.stringify({ ...owner, event_id: id, type });
  await fanOut({ Records: [{ messageId: "1", body, attributes: {} } as SQSRecord] }, {} as never);
  const reached = (await engine.items("DELIVERY")).map(({ endpoint_id }) => endpoint_id);
  expect(reached.sort()).toEqual([endpoints[1]?.id, endpoints[2]?.id]);
});
