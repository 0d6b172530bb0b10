import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { dayOf } from "../../domain/day.ts";
import { instantOf } from "../../domain/ids.ts";
import type { Owner } from "../../domain/owner.ts";
import { Payout } from "../../domain/payout/payout.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { addToCounts, shardName } from "../table/counts.ts";
import { addToDay, addToDriverDay } from "../table/day-writes.ts";
import { type Item, table, tableName, transact, type Write } from "../table/table.ts";

/** A transaction has at most 100 writes: each payout's, one for each driver, and two counts. */
const AT_ONCE = 45;

/**
 * Gives every payout of an earlier release its day. Each is counted once: the transaction that counts it also
 * marks it. Returns the number of those that it gave a day, and whether `until`, an instant of
 * `performance.now()`, left others. It reads at least one page.
 */
export async function putPayoutDays(
  owner: Owner,
  until: number,
): Promise<{ counted: number; isDone: boolean }> {
  let counted = 0;
  for (let next: Item | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "pk = :pk",
        FilterExpression: "attribute_not_exists(by_day)",
        ExpressionAttributeValues: { ":pk": partitionOf("payment", owner) },
        ConsistentRead: true,
        ...(next && { ExclusiveStartKey: next }),
      }),
    );
    counted += await countAll(
      owner,
      Items.map((item) => Payout.parse(item)),
    );
    next = LastEvaluatedKey;
    if (!next || performance.now() >= until) return { counted, isDone: !next };
  }
}

/** Payouts of a shard and day share their counts. Transactions of different shards do not meet there. */
async function countAll(owner: Owner, payouts: readonly Payout[]): Promise<number> {
  const byShard = Map.groupBy(payouts, ({ id }) => shardName(id));
  const counts = await Promise.all(
    [...byShard.values()].map(async (ofShard) => {
      let counted = 0;
      for (const ofDay of Map.groupBy(ofShard, ({ id }) => dayOf(instantOf(id))).values())
        for (let i = 0; i < ofDay.length; i += AT_ONCE)
          counted += await countTogether(owner, ofDay.slice(i, i + AT_ONCE));
      return counted;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One payout that changed meanwhile refuses the whole transaction, and then each is tried alone. */
async function countTogether(owner: Owner, payouts: readonly Payout[]): Promise<number> {
  if (!(await transact(dayWrites(owner, payouts)))) return payouts.length;
  if (payouts.length === 1) return 0;
  let counted = 0;
  for (const payout of payouts) counted += await countTogether(owner, [payout]);
  return counted;
}

function dayWrites(owner: Owner, payouts: readonly Payout[]): Write[] {
  const [{ id } = { id: "" }] = payouts;
  return [
    ...payouts.map((payout) => marked(owner, payout)),
    addToCounts(owner, "payments", id, { by_day: payouts.length }),
    addToDay(owner, "payments", id, statusesOf(payouts)),
    ...[...Map.groupBy(payouts, ({ driver_id }) => driver_id)].map(([driverId, its]) =>
      addToDriverDay(owner, driverId, id, statusesOf(its)),
    ),
  ];
}

const marked = (owner: Owner, { id, status }: Payout): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.payment(owner, id),
    UpdateExpression: "SET by_day = :yes",
    ConditionExpression: "#status = :status AND attribute_not_exists(by_day)",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":yes": true, ":status": status },
  },
});

function statusesOf(payouts: readonly Payout[]): Record<string, number> {
  const counts = Map.groupBy(payouts, ({ status }) => status);
  return Object.fromEntries([...counts].map(([status, its]) => [status, its.length]));
}
