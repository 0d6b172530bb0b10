import { expect, test } from "@jest/globals";
import type { SQSRecord } from "aws-lambda";
import { driverCreated } from "../../shared/domain/event/driver-events.ts";
import { newEvent } from "../../shared/domain/event/new-event.ts";
import type { Owner } from "../../shared/domain/owner.ts";
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

const endpoint = (by: Owner, n: number, created: number, url: string): WebhookEndpoint => ({
  ...by,
  id: `wh_01j9z8v7w6x5y4t3s2r1q0p9n${n}`,
  url,
  events: ["*"],
  status: "active",
  secrets: [],
  created_at: new Date(created).toISOString(),
});

/** Fans an event out, and returns the ids of the endpoints that get a delivery of it. */
async function reached(by: Owner, endpoints: WebhookEndpoint[]): Promise<string[]> {
  for (const each of endpoints) await putEndpoint(by, each, undefined);
  const data = { id: "drv_1", object: "driver", status: "active", sequence: 1, livemode: false } as const;
  const { id, type } = newEvent(driverCreated, data, new Date(at));
  const body = JSON.stringify({ ...by, event_id: id, type });
  await fanOut({ Records: [{ messageId: "1", body, attributes: {} } as SQSRecord] }, {} as never);
  const deliveries = (await engine.items("DELIVERY")).filter((item) => JSON.stringify(item).includes(id));
  return endpoints.map(({ id }) => id).filter((id) => JSON.stringify(deliveries).includes(id));
}

test("an event that is relayed again reaches no endpoint that was created after it", async () => {
  const [older, newer] = [
    endpoint(owner, 1, at - 1_000, "https://receiver.example/1"),
    endpoint(owner, 2, at + 1_000, "https://receiver.example/2"),
  ];
  expect(await reached(owner, [older, newer])).toEqual([older.id]);
});

test("a URL that is registered several times gets one delivery of an event", async () => {
  const by = { account_id: "acct_2", mode: "live" } as const;
  const urls = ["https://same.example/hook", "https://same.example:443/hook", "https://other.example/"];
  const endpoints = urls.map((url, i) => endpoint(by, i + 3, at - 1_000, url));
  expect(await reached(by, endpoints)).toEqual([endpoints[1]?.id, endpoints[2]?.id]);
});
