import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../domain/owner.ts";
import { type CountedNoun, countsOf, keys, shardOf } from "../keys/keys.ts";
import { table, tableName, type Write } from "./table.ts";
import { adding } from "./updates.ts";

/**
 * Many writers count at once, and one item in all their transactions would cancel most of them. So each counts in the shard that the
 * counted object's id falls into, and the sum is taken by one query.
 */
const SHARDS = 16;
const shardName = (id: string) => String(shardOf(id, SHARDS)).padStart(2, "0");

/** Adds to an owner's counts. It belongs into the transaction of what is counted. */
export function addToCounts(
  owner: Owner,
  of: CountedNoun,
  id: string,
  amounts: Readonly<Record<string, number>>,
): Write {
  return { Update: { TableName: tableName, Key: keys.count(owner, of, shardName(id)), ...adding(amounts) } };
}

/** The counts of every shard, to be summed up. */
export async function countsIn(owner: Owner, of: CountedNoun): Promise<Partial<Record<string, number>>[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": countsOf(owner, of) },
      ConsistentRead: true,
    }),
  );
  return Items;
}
