import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { countBetween, type IdRange } from "../../domain/count-between.ts";
import { type Owner, ownerKey } from "../../domain/owner.ts";
import { dayCountsOf } from "../keys/keys.ts";
import { countsIn } from "./counts.ts";
import type { Counted } from "./day-writes.ts";
import { remembered } from "./remembered.ts";
import { type Item, table, tableName } from "./table.ts";

/** Owners whose objects all have a day. During a deployment, an earlier release may add others. */
const complete = remembered<true>(60_000, 10_000);

/**
 * Whether every object counts for its day. Objects of earlier releases do not, until a change of theirs or
 * the command `counts backfill` adds them. `all`: the counts that the objects are in; `byDay`: the count of
 * those that have a day.
 */
export async function haveDays(
  owner: Owner,
  of: Counted,
  all: readonly string[],
  byDay: string,
): Promise<boolean> {
  const name = `${of}#${ownerKey(owner)}`;
  if (complete.get(name, Date.now())) return true;
  const counts = await countsIn(owner, of);
  const sum = (names: readonly string[]) =>
    counts.reduce((total, shard) => names.reduce((some, each) => some + (shard[each] ?? 0), total), 0);
  const are = sum(all) === sum([byDay]);
  if (are) complete.put(name, true, Date.now());
  return are;
}

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
