import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../domain/owner.ts";
import { type CountedNoun, countsOf, keys, shardOf } from "../keys/keys.ts";
import { table, tableName, type Write } from "./table.ts";
import { adding } from "./updates.ts";

/**
 * Many writers count at once. One item in all their transactions would cancel most of them, so each writes
 * the shard of the counted object's id. One query reads all shards.
 */
const SHARDS = 16;
export const shardName = (id: string) => String(shardOf(id, SHARDS)).padStart(2, "0");

/** Adds to an owner's counts, in the transaction of the counted change. */
export function addToCounts(
  owner: Owner,
  of: CountedNoun,
  id: string,
  amounts: Readonly<Record<string, number>>,
): Write {
  return { Update: { TableName: tableName, Key: keys.count(owner, of, shardName(id)), ...adding(amounts) } };
}

/** The counts of every shard, for the caller to add up. */
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
