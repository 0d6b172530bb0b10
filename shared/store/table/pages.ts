import { idBefore } from "../../domain/item/ids.ts";
import { between, type ItemFields } from "./expressions.ts";
import { query } from "./reads.ts";
import { fitting } from "./reply-size.ts";
import type { Item } from "./table.ts";

/** Both ends included. `where`: only the items with these values. Filtered items still cost their read. */
export type Range = {
  partition: string;
  index?: string;
  from?: string;
  to?: string;
  where?: ItemFields;
};

const LOWEST = " ";
const HIGHEST = "~";

const conditions = ({ partition, index, from = LOWEST, to = HIGHEST, where }: Range) => ({
  ...(index !== undefined && { IndexName: index }),
  key: { [index ?? "pk"]: partition, sk: between(from, to) },
  where,
});

/** The result page that a caller asks for: at most `limit` entries, older or newer than an id. */
export type PageQuery = {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

function rangeWithin(range: Range, below: string | undefined, above: string | undefined): Range {
  const to = below === undefined ? HIGHEST : idBefore(below);
  const from = above === undefined ? LOWEST : `${above}${HIGHEST}`;
  return {
    ...range,
    to: range.to !== undefined && range.to < to ? range.to : to,
    from: range.from !== undefined && range.from > from ? range.from : from,
  };
}

/** Newest first. `ending_before` returns the oldest of the newer items, which border on that id. */
export async function pageOf(
  range: Range,
  { limit, starting_after, ending_before }: PageQuery,
  search?: Search,
): Promise<ResultPage<Item>> {
  const within = rangeWithin(range, starting_after, ending_before);
  if (ending_before === undefined) return newest(within, limit, search);
  const page = await firstOf(within, limit, search, true);
  return { ...page, data: page.data.reverse() };
}

/** Part of a list. A filtered search may stop early: `searched_to` is the last id that it looked at. */
export type ResultPage<T> = { data: T[]; has_more: boolean; searched_to?: string };

/** Looks at `among` items, and while none matches, at up to `most`. Calls are limited too. */
export type Search = { among: number; most: number };

/** Of a search. A read of a whole range continues to its end. */
const MAX_CALLS = 40;

/** At most `limit`, and no more than a reply can contain. Consistent, but an index may be a second behind. */
export const newest = (range: Range, limit: number, search?: Search): Promise<ResultPage<Item>> =>
  firstOf(range, limit, search, false);

async function firstOf(
  range: Range,
  limit: number,
  search: Search | undefined,
  ScanIndexForward: boolean,
): Promise<ResultPage<Item>> {
  const { items, stoppedAt } = await read(range, { limit: limit + 1, search, ScanIndexForward });
  const data = fitting(items.slice(0, limit));
  return {
    data,
    has_more: data.length < items.length || stoppedAt !== undefined,
    ...(data.length === 0 && stoppedAt !== undefined && { searched_to: stoppedAt }),
  };
}

export const idsIn = async (range: Range): Promise<string[]> =>
  (await oldest(range, Number.POSITIVE_INFINITY)).map(({ sk }) => String(sk));

/** The oldest items of a range, for internal use. */
export const oldest = async (range: Range, limit: number): Promise<Item[]> =>
  (await read(range, { limit, ScanIndexForward: true })).items;

/** Those after the item with this id. */
export const oldestAfter = (range: Range, after: string | undefined, limit: number): Promise<Item[]> =>
  oldest({ ...range, ...(after !== undefined && { from: `${after}~` }) }, limit);

/** All of a range, a part at a time: so many that they would not fit in memory. */
export async function* oldestInParts(range: Range, after: string | undefined, size: number) {
  for (let last = after; ; ) {
    const items = await oldestAfter(range, last, size);
    yield items;
    if (items.length < size) return;
    last = String(items.at(-1)?.sk);
  }
}

type Reading = { limit: number; search?: Search | undefined; ScanIndexForward: boolean };

const WHOLE: Search = { among: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** A filter that most items match needs few of them. Each further call of a whole range reads more. */
const FILTERED = 100;

/** `stoppedAt`: the id at which it stopped because of `search`, although there are others. */
type Read = { items: Item[]; stoppedAt: string | undefined };

async function read(range: Range, { limit, search = WHOLE, ScanIndexForward }: Reading): Promise<Read> {
  if (isEmpty(range)) return { items: [], stoppedAt: undefined };
  const { among, most } = search;
  const maxCalls = search === WHOLE ? Number.POSITIVE_INFINITY : MAX_CALLS;
  const items: Item[] = [];
  let looked = 0;
  let calls = 0;
  let from: Item | undefined;
  const goesOn = () => calls < maxCalls && (looked < among || (items.length === 0 && looked < most));
  do {
    // `Limit` bounds the items that are read, before the filter.
    const filtered = search === WHOLE ? Math.max(FILTERED, looked) : among - (looked % among);
    const next = range.where ? filtered : limit - items.length;
    const {
      Items = [],
      ScannedCount = 0,
      LastEvaluatedKey,
    } = await query({
      ...conditions(range),
      // A long search costs half as much with older items read as they were a second ago.
      ConsistentRead: range.index === undefined && looked < among,
      ScanIndexForward,
      ...(Number.isFinite(next) && { Limit: next }),
      ...(from && { ExclusiveStartKey: from }),
    });
    items.push(...Items);
    looked += ScannedCount;
    calls += 1;
    from = LastEvaluatedKey;
  } while (from && items.length < limit && goesOn());
  return { items: items.slice(0, limit), stoppedAt: from && !goesOn() ? String(from.sk) : undefined };
}

/** The number of a range's items, or of its newest ones. It reads all that it counts, a megabyte a call. */
export async function countOf(range: Range, ofNewest = Number.POSITIVE_INFINITY): Promise<number> {
  if (isEmpty(range)) return 0;
  let count = 0;
  let read = 0;
  let from: Item | undefined;
  do {
    const {
      Count = 0,
      ScannedCount = 0,
      LastEvaluatedKey,
    } = await query({
      ...conditions(range),
      Select: "COUNT",
      ScanIndexForward: false,
      ConsistentRead: range.index === undefined,
      ...(Number.isFinite(ofNewest) && { Limit: ofNewest - read }),
      ...(from && { ExclusiveStartKey: from }),
    });
    count += Count;
    read += ScannedCount;
    from = LastEvaluatedKey;
  } while (from && read < ofNewest);
  return count;
}

/** DynamoDB refuses a range whose start is after its end. */
const isEmpty = ({ from = LOWEST, to = HIGHEST }: Range) => from > to;
