import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../domain/owner.ts";
import { oldestKept } from "./events.ts";
import { deliveryOf, dueShards } from "./keys.ts";
import { type Item, table, tableName } from "./table.ts";

/** Where a delivery is, and when it is due. */
export type Due = Owner & { endpoint_id: string; delivery_id: string; due_at: string };

/** One sweep a minute, and a little more: two sweeps may be further apart than that. */
const AHEAD_MS = 75_000;
/** Until then its own hint may be in a queue. */
const OVERDUE_MS = 5 * 60_000;
/** Of a shard in one sweep: more would not be sent in time, and there is another sweep. */
const MOST = 500;
const LOWEST = " ";

/** What somebody must look at in the next minute, and what nobody looked at in time, the oldest first. */
export async function findDue(now: Date): Promise<Due[]> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const found = await Promise.all(
    dueShards.flatMap((shard) => [query(shard, LOWEST, at(-OVERDUE_MS)), query(shard, at(0), at(AHEAD_MS))]),
  );
  // DynamoDB deletes what has expired days late, and nobody sends it any more.
  const oldest = oldestKept("dlv_", now);
  return found
    .flat()
    .map(({ pk, sk, due_at }) => ({
      ...deliveryOf({ pk: String(pk), sk: String(sk) }),
      due_at: String(due_at),
    }))
    .filter(({ delivery_id }) => delivery_id >= oldest);
}

async function query(shard: string, from: string, to: string): Promise<Item[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: "by_due",
      KeyConditionExpression: "by_due = :shard AND due_at BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":shard": shard, ":from": from, ":to": to },
      Limit: MOST,
    }),
  );
  return Items;
}
