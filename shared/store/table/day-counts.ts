import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { countBetween, type IdRange } from "../../domain/count-between.ts";
import type { Owner } from "../../domain/owner.ts";
import { dayCountsOf } from "../keys/keys.ts";
import type { Counted } from "./day-writes.ts";
import { type Item, table, tableName } from "./table.ts";

type DaysQuery = {
  prefix: string;
  /** The counts to add up. */
  names: readonly string[];
  /** Only this driver's. */
  driver_id?: string | undefined;
  oneByOne: (range: IdRange) => Promise<number>;
};

/** The exact number of an owner's objects in a range. */
export const countInDays = (
  owner: Owner,
  of: Counted,
  range: IdRange,
  { prefix, names, driver_id, oneByOne }: DaysQuery,
): Promise<number> =>
  countBetween(range, {
    prefix,
    oneByOne,
    days: async (first = "0", last = "9") => {
      const items = await daysBetween(dayCountsOf(owner, of, driver_id), first, `${last}~`);
      return items.reduce(
        (total, item) => names.reduce((sum, name) => sum + Number(item[name] ?? 0), total),
        0,
      );
    },
  });

async function daysBetween(partition: string, first: string, last: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
        ExpressionAttributeValues: { ":pk": partition, ":first": first, ":last": last },
        ConsistentRead: true,
        ...(next && { ExclusiveStartKey: next }),
      }),
    );
    items.push(...Items);
    next = LastEvaluatedKey;
  } while (next);
  return items;
}
