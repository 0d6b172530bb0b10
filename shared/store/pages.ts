import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type Item, table, tableName } from "./table.ts";

/**
 * Which items of a partition, or of an index's, by the range of their ids; both ends are included. `where`: of those, only the ones
 * with these values. It saves nothing of what is read.
 */
export type Range = {
  partition: string;
  index?: string;
  from?: string;
  to?: string;
  where?: Readonly<Record<string, string>>;
};

const LOWEST = " ";
const HIGHEST = "~";

function conditions({ partition, index, from = LOWEST, to = HIGHEST, where = {} }: Range) {
  const wanted = Object.entries(where);
  return {
    TableName: tableName,
    ...(index !== undefined && { IndexName: index }),
    KeyConditionExpression: "#pk = :pk AND sk BETWEEN :from AND :to",
    ...(wanted.length > 0 && { FilterExpression: wanted.map((_, i) => `#w${i} = :w${i}`).join(" AND ") }),
    ExpressionAttributeNames: {
      "#pk": index ?? "pk",
      ...Object.fromEntries(wanted.map(([name], i) => [`#w${i}`, name])),
    },
    ExpressionAttributeValues: {
      ":pk": partition,
      ":from": from,
      ":to": to,
      ...Object.fromEntries(wanted.map(([, value], i) => [`:w${i}`, value])),
    },
  };
}

/**
 * The newest items of a range, at most `limit`. From the table itself it reads what was just written; from an index, soon after.
 * `among`: looks at no more than so many, where few of them may have the values that are wanted.
 */
export const newest = (range: Range, limit: number, among?: number): Promise<Item[]> =>
  read(range, { limit, ...(among && { among }), ScanIndexForward: false });

/** The oldest items of a range, likewise. */
export const oldest = (range: Range, limit: number): Promise<Item[]> =>
  read(range, { limit, ScanIndexForward: true });

type Reading = { limit: number; among?: number; ScanIndexForward: boolean };

async function read(
  range: Range,
  { limit, among = Number.POSITIVE_INFINITY, ScanIndexForward }: Reading,
): Promise<Item[]> {
  if (isEmpty(range)) return [];
  const items: Item[] = [];
  let read = 0;
  let from: Item | undefined;
  do {
    // `Limit` bounds what is read, and not what passes the filter.
    const most = range.where ? among - read : limit - items.length;
    const {
      Items = [],
      ScannedCount = 0,
      LastEvaluatedKey,
    } = await table.send(
      new QueryCommand({
        ...conditions(range),
        ConsistentRead: range.index === undefined,
        ScanIndexForward,
        ...(Number.isFinite(most) && { Limit: most }),
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    items.push(...Items);
    read += ScannedCount;
    from = LastEvaluatedKey;
  } while (from && items.length < limit && read < among);
  return items.slice(0, limit);
}

/** How many items a range holds, or how many of its newest: reads all that it counts, a megabyte a call. */
export async function countOf(range: Range, ofNewest = Number.POSITIVE_INFINITY): Promise<number> {
  if (isEmpty(range)) return 0;
  let [count, read] = [0, 0];
  let from: Item | undefined;
  do {
    const {
      Count = 0,
      ScannedCount = 0,
      LastEvaluatedKey,
    } = await table.send(
      new QueryCommand({
        ...conditions(range),
        Select: "COUNT",
        ScanIndexForward: false,
        ConsistentRead: range.index === undefined,
        ...(Number.isFinite(ofNewest) && { Limit: ofNewest - read }),
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    count += Count;
    read += ScannedCount;
    from = LastEvaluatedKey;
  } while (from && read < ofNewest);
  return count;
}

/** DynamoDB refuses a range whose ends are the wrong way round. */
const isEmpty = ({ from = LOWEST, to = HIGHEST }: Range) => from > to;
