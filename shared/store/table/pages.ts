import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { idBefore } from "../../domain/ids.ts";
import { type Item, table, tableName } from "./table.ts";

/**
 * A range of ids in a partition of the table or of an index, both ends included. `where`: only the items with
 * these values. Filtered items still cost their read.
 */
export type Range = {
  partition: string;
  index?: string;
  from?: string;
  to?: string;
  where?: Readonly<Record<string, string>>;
  /**
   * The attribute whose text must contain the quoted value instead, in items that lack the attribute of a
   * `where`: items of earlier releases have fewer attributes.
   */
  orIn?: string;
};

const [LOWEST, HIGHEST] = [" ", "~"];

function conditions({ partition, index, from = LOWEST, to = HIGHEST, where = {}, orIn }: Range) {
  const wanted = Object.entries(where);
  const condition = (i: number) =>
    orIn
      ? `(#w${i} = :w${i} OR (attribute_not_exists(#w${i}) AND contains(#in, :q${i})))`
      : `#w${i} = :w${i}`;
  return {
    TableName: tableName,
    ...(index !== undefined && { IndexName: index }),
    KeyConditionExpression: "#pk = :pk AND sk BETWEEN :from AND :to",
    ...(wanted.length > 0 && { FilterExpression: wanted.map((_, i) => condition(i)).join(" AND ") }),
    ExpressionAttributeNames: {
      "#pk": index ?? "pk",
      ...Object.fromEntries(wanted.map(([name], i) => [`#w${i}`, name])),
      ...(orIn && { "#in": orIn }),
    },
    ExpressionAttributeValues: {
      ":pk": partition,
      ":from": from,
      ":to": to,
      ...Object.fromEntries(wanted.map(([, value], i) => [`:w${i}`, value])),
      ...(orIn && Object.fromEntries(wanted.map(([, value], i) => [`:q${i}`, JSON.stringify(value)]))),
    },
  };
}

/** The result page that a caller asks for: at most `limit` entries, older or newer than an id. */
export type PageQuery = {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

/** The part of a range whose ids are below one end and above the other. */
function rangeWithin(range: Range, below: string | undefined, above: string | undefined): Range {
  const to = below === undefined ? HIGHEST : idBefore(below);
  const from = above === undefined ? LOWEST : `${above}${HIGHEST}`;
  return {
    ...range,
    to: range.to !== undefined && range.to < to ? range.to : to,
    from: range.from !== undefined && range.from > from ? range.from : from,
  };
}

/**
 * A result page of a range, newest first. `ending_before` returns the oldest of the newer items, so that the
 * page borders on that id.
 */
export async function pageOf(
  range: Range,
  { limit, starting_after, ending_before }: PageQuery,
  among?: number,
): Promise<ResultPage<Item>> {
  const within = rangeWithin(range, starting_after, ending_before);
  if (ending_before === undefined) return newest(within, limit, among);
  const { data, has_more } = await firstOf(within, limit, among, true);
  return { data: data.reverse(), has_more };
}

/** Part of a list, and whether there is more. */
export type ResultPage<T> = { data: T[]; has_more: boolean };

/**
 * The newest items of a range, at most `limit`, and no more than a reply can contain. Reads of the table are
 * consistent; an index may be a second behind. `among`: the most items to look at, when few may match. Later
 * items may match too. An empty page has no cursor to continue with.
 */
export const newest = (range: Range, limit: number, among?: number): Promise<ResultPage<Item>> =>
  firstOf(range, limit, among, false);

async function firstOf(
  range: Range,
  limit: number,
  among: number | undefined,
  ScanIndexForward: boolean,
): Promise<ResultPage<Item>> {
  const { items, isStopped } = await read(range, { limit: limit + 1, among, ScanIndexForward });
  const data = fitting(items.slice(0, limit));
  return { data, has_more: data.length < items.length || (isStopped && data.length > 0) };
}

/** The ids of all items of a range. */
export const idsIn = async (range: Range): Promise<string[]> =>
  (await oldest(range, Number.POSITIVE_INFINITY)).map(({ sk }) => String(sk));

/** The oldest items of a range, for internal use. */
export const oldest = async (range: Range, limit: number): Promise<Item[]> =>
  (await read(range, { limit, ScanIndexForward: true })).items;

/**
 * Lambda accepts replies of 6 MB. A hundred objects with all the metadata that a request may have exceed
 * that.
 */
const MOST_BYTES = 4 * 1024 * 1024;

/** The first items, as many as a reply can contain, and at least one. */
export function fitting<T extends { metadata?: unknown }>(items: readonly T[]): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += replyBytes(item);
    return bytes > MOST_BYTES;
  });
  return items.slice(0, end === -1 ? items.length : Math.max(1, end));
}

/**
 * A reply's body is JSON inside a JSON string, so escaped characters are escaped again. Metadata is stored as
 * JSON already.
 */
const replyBytes = ({ metadata = "", ...item }: { metadata?: unknown }) =>
  bytesOf(JSON.stringify(item)) + bytesOf(typeof metadata === "string" ? metadata : JSON.stringify(metadata));

const bytesOf = (json: string) => Buffer.byteLength(JSON.stringify(json));

type Reading = { limit: number; among?: number | undefined; ScanIndexForward: boolean };

/** `isStopped`: it looked at `among` items, and there are others. */
async function read(
  range: Range,
  { limit, among = Number.POSITIVE_INFINITY, ScanIndexForward }: Reading,
): Promise<{ items: Item[]; isStopped: boolean }> {
  if (isEmpty(range)) return { items: [], isStopped: false };
  const items: Item[] = [];
  let read = 0;
  let from: Item | undefined;
  do {
    // `Limit` bounds the items that are read, before the filter.
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
  return { items: items.slice(0, limit), isStopped: from !== undefined && read >= among };
}

/** The number of a range's items, or of its newest ones. It reads all that it counts, a megabyte a call. */
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

/** DynamoDB refuses a range whose start is after its end. */
const isEmpty = ({ from = LOWEST, to = HIGHEST }: Range) => from > to;
