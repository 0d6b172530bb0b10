import { EntryType, entriesOfType, LedgerEntry, type Sums, totalOf } from "../../domain/ledger/entry.ts";
import { namedBy } from "../../domain/ledger/payout-entries.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { driverCounts, listPayouts } from "../payout/payout-lists.ts";
import { findPayout } from "../payout/payouts.ts";
import { countsIn, numbersOf } from "../table/counts.ts";
import { countInDays, dayItems } from "../table/day-counts.ts";
import { between } from "../table/expressions.ts";
import { countOf, type PageQuery, pageOf, type Range, type ResultPage } from "../table/pages.ts";
import { findAs, itemsAt } from "../table/reads.ts";
import { payoutBehind } from "./corrections.ts";

export type EntryFilter =
  | { payout: string }
  | { driver_id: string }
  | { type: EntryType | undefined; from: string | undefined; to: string | undefined };

/** A type that few entries have is looked for among so many of them. */
const SEARCH = { among: 200, most: 10_000 };

export async function sumsOfDays(owner: Owner, first: string): Promise<ReadonlyMap<string, Sums>> {
  const items = await dayItems(owner, "payments", between(first, "9"));
  const days = Map.groupBy(items, ({ sk }) => String(sk).slice(0, first.length));
  return new Map([...days].map(([day, shards]) => [day, totalOf(shards.map(numbersOf))]));
}

/** What the entries of some UTC days, both ends included, added to the sums. Without an end: of all. */
export async function sumsBetween(
  owner: Owner,
  { first, last }: { first?: string | undefined; last?: string | undefined },
): Promise<Sums> {
  const items =
    first === undefined && last === undefined
      ? await countsIn(owner, "payments")
      : await dayItems(owner, "payments", between(first ?? "0", `${last ?? "9"}~`));
  return totalOf(items.map(numbersOf));
}

export const findLedgerEntry = (owner: Owner, id: string): Promise<LedgerEntry | undefined> =>
  findAs(keys.entry(owner, id), LedgerEntry);

export async function listLedgerEntries(
  owner: Owner,
  filter: EntryFilter,
  query: PageQuery,
): Promise<ResultPage<LedgerEntry>> {
  if ("payout" in filter) return pageOfIds(owner, await entriesOf(owner, filter.payout), query, false);
  if ("driver_id" in filter) return entriesOfDriver(owner, filter.driver_id, query);
  const page = await pageOf(rangeOf(owner, filter), query, filter.type && SEARCH);
  return { ...page, data: page.data.map((item) => LedgerEntry.parse(item)) };
}

export async function countLedgerEntries(owner: Owner, filter: EntryFilter): Promise<number> {
  if ("payout" in filter) return (await entriesOf(owner, filter.payout)).length;
  const types = "type" in filter && filter.type ? [filter.type] : EntryType.options;
  const names = types.map(entriesOfType);
  const sumOf = (counts: readonly Partial<Record<string, unknown>>[]) =>
    counts.reduce((sum, counts) => names.reduce((sum, name) => sum + Number(counts[name] ?? 0), sum), 0);
  if ("driver_id" in filter) {
    const sums = await driverCounts(owner, filter.driver_id);
    // Those of a driver who was deleted long ago have expired.
    return sums ? sumOf(sums) : countOneByOne(owner, filter.driver_id);
  }
  const { from, to } = filter;
  if (from === undefined && to === undefined) return sumOf(await countsIn(owner, "payments"));
  return countInDays(
    owner,
    "payments",
    { from, to },
    {
      prefix: "txn_",
      names,
      oneByOne: (range) => countOf(rangeOf(owner, { type: filter.type, from: range.from, to: range.to })),
    },
  );
}

async function countOneByOne(owner: Owner, driver_id: string): Promise<number> {
  let count = 0;
  for (let starting_after: string | undefined; ; ) {
    const { data, has_more } = await listPayouts(owner, { driver_id }, { limit: 100, starting_after });
    count += data.reduce((sum, payout) => sum + namedBy(payout).length, 0);
    if (!has_more) return count;
    starting_after = data.at(-1)?.id;
  }
}

const rangeOf = (owner: Owner, { type, from, to }: Extract<EntryFilter, { from: unknown }>): Range => ({
  partition: partitionOf("entry", owner),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(type && { where: { type } }),
});

const newestFirst = (payout: Payout): string[] => namedBy(payout).reverse();

async function entriesOf(owner: Owner, payoutId: string): Promise<string[]> {
  const payout = await findPayout(owner, payoutId);
  return payout ? newestFirst(payout) : [];
}

/** By payout, newest first: no index has a driver's entries, and each of its payouts names its own. */
async function entriesOfDriver(owner: Owner, driver_id: string, query: PageQuery) {
  const { limit, starting_after, ending_before } = query;
  const cursor = starting_after ?? ending_before;
  const at = cursor === undefined ? undefined : await findLedgerEntry(owner, cursor);
  const here = at && (await payoutBehind(owner, at));
  if (cursor !== undefined && here?.driver_id !== driver_id) return { data: [], has_more: false };
  const { data, has_more } = await listPayouts(
    owner,
    { driver_id },
    {
      limit,
      ...(starting_after !== undefined && { starting_after: here?.id }),
      ...(ending_before !== undefined && { ending_before: here?.id }),
    },
  );
  const posted = here ? [here] : [];
  const payouts = ending_before === undefined ? [...posted, ...data] : [...data, ...posted];
  return pageOfIds(owner, payouts.flatMap(newestFirst), query, has_more);
}

async function pageOfIds(
  owner: Owner,
  ids: readonly string[],
  { limit, starting_after, ending_before }: PageQuery,
  hasOthers: boolean,
): Promise<ResultPage<LedgerEntry>> {
  const first = starting_after === undefined ? 0 : ids.indexOf(starting_after) + 1;
  const end = ending_before === undefined ? ids.length : Math.max(0, ids.indexOf(ending_before));
  const among = ids.slice(first, end);
  const page = ending_before === undefined ? among.slice(0, limit) : among.slice(-limit);
  const entries = await itemsAt(page.map((id) => keys.entry(owner, id)));
  const byId = new Map(entries.map((item) => [item.sk, LedgerEntry.parse(item)]));
  const data = page.flatMap((id) => byId.get(id) ?? []);
  return { data, has_more: hasOthers || among.length > page.length };
}
