import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../domain/owner.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { type Item, table, tableName } from "../table/table.ts";

/** A driver's two items: the profile and the sums. */
export type DriverItems = [profile: Item, totals: Item];

export async function findDriverItems(owner: Owner, id: string): Promise<DriverItems | undefined> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :profile AND :totals",
      ExpressionAttributeValues: {
        ":pk": partitionOf("driver", owner),
        ":profile": keys.driver(owner, id).sk,
        ":totals": keys.driverTotals(owner, id).sk,
      },
      ConsistentRead: true,
    }),
  );
  const [profile, totals] = Items;
  return profile && totals && [profile, totals];
}
