import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { deliveryId } from "../../shared/domain/delivery.ts";
import { newPing } from "../../shared/domain/event.ts";
import { startEngine } from "../support/engine.ts";

type Sent = { Id: string; MessageBody: string };

/** SQS, as far as it takes messages. */
const sent: { delivery_id: string; delay: number }[] = [];
const server = createServer(async (request, response) => {
  const { Entries } = JSON.parse(await text(request));
  for (const { MessageBody, DelaySeconds } of Entries)
    sent.push({ delivery_id: JSON.parse(MessageBody).delivery_id, delay: DelaySeconds });
  response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
  const Successful = Entries.map(({ Id, MessageBody }: Sent) => ({
    Id,
    MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
  }));
  response.end(JSON.stringify({ Successful }));
});

let engine: Awaited<ReturnType<typeof startEngine>>;
let sweep: () => Promise<void>;
let write: (items: Record<string, unknown>[]) => Promise<void>;
let keys: typeof import("../../shared/store/keys.ts");
beforeAll(async () => {
  engine = await startEngine();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: url, LATER_QUEUE_URL: `${url}/1/later` });
  // Read when the function's modules load.
  process.env.POWERTOOLS_METRICS_DISABLED = "false";
  sweep = (await import("../../functions/webhooks/sweep-deliveries.ts")).handler;
  keys = await import("../../shared/store/keys.ts");
  const { BatchWriteCommand } = await import("@aws-sdk/lib-dynamodb");
  const { table, tableName } = await import("../../shared/store/table.ts");
  write = async (items) => {
    for (let i = 0; i < items.length; i += 25) {
      const puts = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
    }
  };
});
afterAll(() => {
  jest.restoreAllMocks();
  server.close();
  server.closeAllConnections();
  engine.stop();
});
beforeEach(() => {
  sent.length = 0;
});

const now = Date.now();
const owner = { account_id: "acct_1", mode: "live" } as const;

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
const idsSent = () => new Set(sent.map(({ delivery_id }) => delivery_id));

test("all that is due in the next minute is hinted in one run, thrice as much as a page and in one partition", async () => {
  const ids = await due(1_500, "wh_soon", 30_000);
  await sweep();
  expect(idsSent()).toEqual(new Set(ids));
  expect(sent.every(({ delay }) => delay > 0 && delay <= 35)).toBe(true);
});

test("an endpoint with more overdue than its share keeps no other's from being found, and is told of", async () => {
  const stuck = await due(1_300, "wh_stuck", -3_600_000);
  const other = await due(40, "wh_other", -600_000);
  await expect(sweep()).rejects.toThrow("due for half an hour");
  const got = idsSent();
  expect(other.filter((id) => !got.has(id))).toEqual([]);
  expect(stuck.filter((id) => got.has(id))).toEqual(stuck.slice(0, 1_000));
});
