import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../domain/owner.ts";
import { oldestStoredId } from "../event/events.ts";
import { deliveryAt, dueShards } from "../keys/keys.ts";
import { type Item, table, tableName } from "../table/table.ts";

/** Where a delivery is, and when it is due. */
export type Due = Owner & { endpoint_id: string; delivery_id: string; due_at: string };

/** One sweep a minute, and a little more: two sweeps may be further apart than that. */
const AHEAD_MS = 75_000;
/** Until then its own hint may be in a queue. */
const OVERDUE_MS = 5 * 60_000;
const PAGE = 500;
const LOWEST = " ";

/**
 * Goes over what somebody must look at in the next minute, and over what nobody looked at in time, the oldest first and a page at a
 * time, for as long as there is time. All partitions at once: where one cannot be read, the others are none the worse.
 */
export async function listDueDeliveries(
  now: Date,
  act: (page: Due[]) => Promise<void>,
  isTimeLeft: () => boolean,
): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  // DynamoDB deletes what has expired days late, and nobody sends it any more.
  const oldest = oldestStoredId("dlv_", now);
  const walk = async (shard: string, from: string, to: string) => {
    for (let after: Item | undefined, begun = false; (after || !begun) && isTimeLeft(); begun = true) {
      const { Items = [], LastEvaluatedKey } = await query(shard, { from, to, after });
      after = LastEvaluatedKey;
      await act(Items.map(dueOf).filter(({ delivery_id }) => delivery_id >= oldest));
    }
  };
  const walks = await Promise.allSettled(
    dueShards.flatMap((shard) => [walk(shard, LOWEST, at(-OVERDUE_MS)), walk(shard, at(0), at(AHEAD_MS))]),
  );
  for (const one of walks) if (one.status === "rejected") throw one.reason;
}

const dueOf = ({ pk, sk, due_at }: Item): Due => ({
  ...deliveryAt({ pk: String(pk), sk: String(sk) }),
  due_at: String(due_at),
});

const query = (shard: string, { from, to, after }: { from: string; to: string; after: Item | undefined }) =>
  table.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: "by_due",
      KeyConditionExpression: "by_due = :shard AND due_at BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":shard": shard, ":from": from, ":to": to },
      ExclusiveStartKey: after,
      Limit: PAGE,
    }),
  );
