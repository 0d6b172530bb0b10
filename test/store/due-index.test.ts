import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "@jest/globals";
import { newPing } from "../../shared/domain/event/event.ts";
import { type Delivery, deliveryId, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { claim, settleDelivery } from "../../shared/domain/webhook/delivery-attempt.ts";
import { clock, tick } from "./century-ahead.ts";
import { store } from "./store.ts";

const ENDPOINT = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";
const owner = { account_id: "acct_1", mode: "live" } as const;

async function stored(): Promise<Delivery> {
  const event = { id: newPing(ENDPOINT, false, tick()).id, type: "driver.created" } as const;
  const endpoint = { id: ENDPOINT, ...owner };
  const delivery = newDelivery(await deliveryId(event.id, ENDPOINT), event, endpoint, new Date(clock));
  await store.putDelivery(owner, delivery);
  return delivery;
}

test("a delivery that succeeds at first costs five write units, and a claim one", async () => {
  const read = await stored();
  const claimed = claim(read, { status: "active" }, { token: "t", now: new Date(clock), random: 0 });
  if (claimed.act !== "attempt") throw new Error("The delivery is not due");
  const made = {
    result: { outcome: "delivered", status: 204, duration_ms: 5 },
    now: tick(),
    random: 0,
  } as const;
  const settled = settleDelivery(claimed.delivery, claimed.delivery.lease, made);
  const unitsOf = async (before: Delivery, after: Delivery) => {
    const { Put } = store.saved(owner, before, after);
    if (!Put) throw new Error("A delivery is saved by a put");
    const { ConsumedCapacity } = await store.table.send(
      new PutCommand({ ...Put, ReturnConsumedCapacity: "TOTAL" }),
    );
    return ConsumedCapacity?.CapacityUnits;
  };
  // Its creation costs two: the item and its place in the index.
  expect(await unitsOf(read, claimed.delivery)).toBe(1);
  expect(await placeOf(read)).toBe(read.next_attempt_at);
  expect(await unitsOf(claimed.delivery, settled)).toBe(2);
  expect(await placeOf(read)).toBeUndefined();
});

/** The instant at which the due index has the delivery. */
async function placeOf({ id }: Delivery): Promise<unknown> {
  const { Items = [] } = await store.table.send(
    new QueryCommand({
      TableName: store.tableName,
      IndexName: "by_due",
      KeyConditionExpression: "by_due = :shard",
      ExpressionAttributeValues: { ":shard": store.dueShardOf(id) },
    }),
  );
  return Items.find(({ sk }) => sk === id)?.due_at;
}
