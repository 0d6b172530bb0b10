import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { monthOf } from "../../domain/day.ts";
import { Connection } from "../../domain/earnings/connection.ts";
import { EarningsMonth } from "../../domain/earnings/earnings.ts";
import type { Period } from "../../domain/earnings/period.ts";
import type { Owner } from "../../domain/owner.ts";
import { keys } from "../keys/keys.ts";
import { type Item, table, tableName } from "../table/table.ts";

/** The months of a period, for every gig platform. A consistent read. */
export async function findEarnings(
  owner: Owner,
  driverId: string,
  { from, to }: Period,
): Promise<EarningsMonth[]> {
  const first = keys.earnings(owner, driverId, monthOf(from), "");
  const last = keys.earnings(owner, driverId, monthOf(to), "~");
  const months: EarningsMonth[] = [];
  let next: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
        ExpressionAttributeValues: { ":pk": first.pk, ":first": first.sk, ":last": last.sk },
        ConsistentRead: true,
        ...(next && { ExclusiveStartKey: next }),
      }),
    );
    months.push(...Items.map((item) => EarningsMonth.parse(item)));
    next = LastEvaluatedKey;
  } while (next);
  return months;
}

/** A consistent read. */
export async function findConnection(owner: Owner, driverId: string, platform: string) {
  const Key = keys.connection(owner, driverId, platform);
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item && Connection.parse(Item);
}
