import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { driverCreated, driverUpdated } from "../../shared/domain/event/driver-events.ts";
import { newPing } from "../../shared/domain/event/event.ts";
import { newEvent } from "../../shared/domain/event/new-event.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import {
  changed,
  type Delivery,
  deliveryId,
  newDelivery,
  resend,
} from "../../shared/domain/webhook/delivery.ts";
import { claim, settleDelivery } from "../../shared/domain/webhook/delivery-attempt.ts";
import { clock, tick } from "./century-ahead.ts";
import { engine, store } from "./store.ts";

const { saved } = await import("../../shared/store/webhook/deliveries.ts");

const DAY = 24 * 60 * 60 * 1000;
let owner: Owner;
let accounts = 0;
beforeEach(() => {
  owner = { account_id: `acct_${++accounts}`, mode: "test" };
});

const ENDPOINT = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";

async function pinged(endpoint = ENDPOINT): Promise<Delivery> {
  const now = tick();
  const event = newPing(endpoint, false, now);
  const id = await deliveryId(event.id, endpoint);
  const delivery = newDelivery(id, event, { id: endpoint, ...owner }, now);
  await store.putPing(owner, event, delivery, undefined);
  return delivery;
}

const find = (id: string, now = new Date(clock)) => store.findDelivery(owner, ENDPOINT, id, now);
const ask = (read: Delivery) =>
  store.moveDeliveryAnew(owner, read, new Date(clock), (delivery) => {
    const after = resend(delivery, new Date(clock));
    return { after: after ?? delivery, answer: after !== undefined };
  });
const page = { limit: 100 };
const listed = async (status?: Delivery["status"], now = new Date(clock)) => [
  (await store.listDeliveries(owner, ENDPOINT, { status }, page, now)).data.map(({ id }) => id),
  await store.countDeliveries(owner, ENDPOINT, { status }, now),
];

test("simultaneous changes are all made, each decided on the one before", async () => {
  const read = await pinged();
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(read)));
  expect(answers).toEqual([true, true, true, true]);
  expect(await find(read.id)).toMatchObject({ version: 5, resends: Array(4).fill(expect.any(String)) });
});

test("a deleted delivery is not written again", async () => {
  const { id, ...read } = await pinged();
  const other = id.slice(0, -1) + (id.endsWith("0") ? "1" : "0");
  expect(await ask({ ...read, id: other })).toBeUndefined();
});

/** The place in the due index that the delivery has. */
async function placeOf({ id }: Delivery): Promise<Record<string, unknown> | undefined> {
  const { Items = [] } = await store.table.send(
    new QueryCommand({
      TableName: store.tableName,
      IndexName: "by_due",
      KeyConditionExpression: "by_due = :shard",
      ExpressionAttributeValues: { ":shard": store.dueShardOf(id) },
    }),
  );
  return Items.find(({ sk }) => sk === id);
}

test("a delivery that succeeds at first costs five write units, and a claim one", async () => {
  const read = await pinged();
  const claimed = claim(read, { status: "active" }, { token: "t", now: new Date(clock), random: 0 });
  if (claimed.act !== "attempt") throw new Error("The delivery is not due");
  const result = { outcome: "delivered", status: 204, duration_ms: 5 } as const;
  const attempt = { result, now: tick(), random: 0 };
  const settled = settleDelivery(claimed.delivery, claimed.delivery.lease, attempt);
  const unitsOf = async (before: Delivery, after: Delivery) => {
    const { Put } = saved(owner, before, after);
    if (!Put) throw new Error("A delivery is saved by a put");
    const sent = await store.table.send(new PutCommand({ ...Put, ReturnConsumedCapacity: "TOTAL" }));
    return sent.ConsumedCapacity?.CapacityUnits;
  };
  // Its creation costs two: the item and its place in the index, which has its keys only.
  expect(await unitsOf(read, claimed.delivery)).toBe(1);
  expect(await placeOf(read)).toEqual({
    ...store.keys.delivery(owner, ENDPOINT, read.id),
    by_due: store.dueShardOf(read.id),
    due_at: read.next_attempt_at,
  });
  expect(await unitsOf(claimed.delivery, settled)).toBe(2);
  expect(await placeOf(read)).toBeUndefined();
  expect(await find(read.id)).toEqual(settled);
});

describe("a list of deliveries", () => {
  test("a status filter finds all its deliveries", async () => {
    const [first, ...rest] = [await pinged(), await pinged(), await pinged()];
    const held = changed(first as Delivery, { status: "held" });
    await store.transact([saved(owner, first as Delivery, held)]);
    expect(await listed("held")).toEqual([[held.id], 1]);
    expect(await listed("pending")).toEqual([rest.map(({ id }) => id).reverse(), 2]);
    expect(await listed("failed")).toEqual([[], 0]);
  });

  test("entries are not found after 30 days, even if they are still stored", async () => {
    const { id } = await pinged();
    const [day30, later] = [30 * DAY - 1_000, 30 * DAY + 1_000].map((ms) => new Date(clock + ms));
    expect(await listed(undefined, day30)).toEqual([[id], 1]);
    expect(await find(id, day30)).toBeDefined();
    expect(await listed(undefined, later)).toEqual([[], 0]);
    expect(await find(id, later)).toBeUndefined();
  });
});

describe("a list of events", () => {
  const emitted = async (definition: typeof driverCreated | typeof driverUpdated) => {
    const now = tick();
    const driver = { id: "drv_1", object: "driver", status: "active", sequence: 1, livemode: false } as const;
    const event = newEvent(definition, { ...driver, changed: ["email"] }, now);
    await store.transact([store.eventWrite(owner, event)]);
    return event;
  };

  test("every event is returned exactly as emitted", async () => {
    const event = await emitted(driverUpdated);
    expect(await store.listEvents(owner, {}, page, new Date(clock))).toEqual({
      data: [event],
      has_more: false,
    });
    const [item] = (await engine.items("EVENT")).filter(({ sk }) => sk === event.id);
    expect(item?.body).toBe(JSON.stringify(event));
    expect(item?.ttl).toBe(clock / 1000 + 30 * 24 * 60 * 60);
  });

  test("entries are not found after 30 days, even if they are still stored", async () => {
    const { id } = await emitted(driverCreated);
    const later = new Date(clock + 30 * DAY + 1_000);
    expect(await store.findEvent(owner, id, new Date(clock))).toBeDefined();
    expect(await store.findEvent(owner, id, later)).toBeUndefined();
    expect((await store.listEvents(owner, {}, page, later)).data).toEqual([]);
    expect(await store.countEvents(owner, {}, later)).toBe(0);
  });
});
