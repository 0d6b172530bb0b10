import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newPing } from "../../shared/domain/event/event.ts";
import { deliveryId } from "../../shared/domain/webhook/delivery.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";

let queues: Awaited<ReturnType<typeof startQueues>>;
let engine: Awaited<ReturnType<typeof startEngine>>;
let sweep: () => Promise<void>;
let write: (items: Record<string, unknown>[]) => Promise<void>;
let keys: typeof import("../../shared/store/keys/keys.ts");
beforeAll(async () => {
  engine = await startEngine();
  queues = await startQueues();
  // Read when the function's modules load.
  process.env.POWERTOOLS_METRICS_DISABLED = "false";
  sweep = (await import("../../functions/webhooks/sweep-deliveries.ts")).handler;
  keys = await import("../../shared/store/keys/keys.ts");
  const { BatchWriteCommand } = await import("@aws-sdk/lib-dynamodb");
  const { table, tableName } = await import("../../shared/store/table/table.ts");
  write = async (items) => {
    for (let i = 0; i < items.length; i += 25) {
      const puts = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
    }
  };
});
afterAll(() => {
  queues.stop();
  engine.stop();
});
beforeEach(() => {
  queues.sent.length = 0;
});

const now = Date.now();
const owner = { account_id: "acct_1", mode: "live" } as const;

async function endpoint(id: string, more: object = {}): Promise<void> {
  const created_at = new Date(now).toISOString();
  const url = "https://hooks.example.com/";
  const fields = { id, url, events: ["*"], status: "active", created_at, secrets: [], ...more };
  await write([{ ...keys.keys.webhook(owner, id), ...owner, ...fields }]);
}

/** So many deliveries in one partition of the index, one due a moment after the other. */
async function due(count: number, endpoint: string, inMs: number): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: count }, async () =>
      (await deliveryId(newPing(endpoint, new Date(now)).id, endpoint)).replace(/.$/, "0"),
    ),
  );
  await write(
    ids.map((id, i) => ({
      ...keys.keys.delivery(owner, endpoint, id),
      by_due: keys.dueShardOf(id),
      due_at: new Date(now + inMs + i).toISOString(),
    })),
  );
  return ids;
}
const idsSent = () => new Set(queues.sent.map(({ delivery_id }) => delivery_id));
/** How many endpoints a sweep says that we keep waiting, to whom an alarm listens. */
const keptWaiting = async () =>
  Number(/"DeliveriesLate":(\d+)/.exec(await logLines(sweep))?.[1] ?? Number.NaN);

test("all that is due in the next minute is hinted in one run, thrice as much as a page and in one partition", async () => {
  const ids = await due(1_500, "wh_soon", 30_000);
  expect(await keptWaiting()).toBe(0);
  expect(idsSent()).toEqual(new Set(ids));
  expect(queues.sent.every(({ delay }) => delay > 0 && delay <= 35)).toBe(true);
});

test("a slow endpoint's late deliveries raise no alarm", async () => {
  await endpoint("wh_slow", { slow: true });
  const late = await due(3, "wh_slow", -3_600_000);
  expect(await keptWaiting()).toBe(0);
  expect(late.filter((id) => !idsSent().has(id))).toEqual([]);
});

test("an endpoint with more overdue deliveries than its share does not hide others, and is counted as late", async () => {
  await endpoint("wh_stuck");
  const stuck = await due(1_300, "wh_stuck", -3_600_000);
  const other = await due(40, "wh_other", -600_000);
  expect(await keptWaiting()).toBe(1);
  const got = idsSent();
  expect(other.filter((id) => !got.has(id))).toEqual([]);
  expect(stuck.filter((id) => got.has(id))).toEqual(stuck.slice(0, 1_000));
});
