import { createHash } from "node:crypto";
import { dayOf } from "../../domain/day.ts";
import { instantOf } from "../../domain/ids.ts";
import { LedgerEntry, totalOf } from "../../domain/ledger/entry.ts";
import {
  chainText,
  entryIdsAfter,
  entryIdsOf,
  freezesAt,
  Settlement,
  settlementHeader,
  settlementLines,
  settlementOf,
  settlementSums,
  UnsoundDay,
} from "../../domain/ledger/settlement.ts";
import type { Owner } from "../../domain/owner.ts";
import { keys, partitionOf, partitionsOf } from "../keys/keys.ts";
import { newest, oldest, type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";
import { type Item, write } from "../table/table.ts";
import { timeScale } from "../table/time-scale.ts";
import { putNew } from "../table/writes.ts";

const settlementsOf = (owner: Owner) => ({ partition: partitionOf("settlement", owner) });
const entriesOf = (owner: Owner) => ({ partition: partitionsOf("entry", owner) });

export async function findSettlementUntil(owner: Owner, date?: string): Promise<Settlement | undefined> {
  const range = { ...settlementsOf(owner), ...(date !== undefined && { to: date }) };
  const [found] = (await newest(range, 1)).data;
  return found && Settlement.parse(found);
}

export async function listSettlements(owner: Owner, query: PageQuery): Promise<ResultPage<Settlement>> {
  const page = await pageOf(settlementsOf(owner), query);
  return { ...page, data: page.data.map((item) => Settlement.parse(item)) };
}

/** They are numbered, so the newest has their number. */
export const countSettlements = async (owner: Owner): Promise<number> =>
  (await findSettlementUntil(owner))?.number ?? 0;

export const hasEntriesOn = async (owner: Owner, date: string): Promise<boolean> =>
  (await oldest({ ...entriesOf(owner), ...entryIdsOf(date) }, 1)).length > 0;

/** The most entries of one reply: at most some 4 MB of CSV. */
const ENTRIES_OF_PART = 5_000;

/** The lines of a frozen day after an entry, or from its first. `next`: the last entry, if others follow. */
export async function settlementCsv(
  owner: Owner,
  date: string,
  after: string | undefined,
): Promise<{ text: string; next: string | undefined }> {
  const ids = entryIdsOf(date);
  const range = { ...ids, ...(after !== undefined && after >= ids.from && { from: `${after}~` }) };
  const items = await oldest({ ...entriesOf(owner), ...range }, ENTRIES_OF_PART + 1);
  const entries = items.slice(0, ENTRIES_OF_PART).map((item) => LedgerEntry.parse(item));
  const lines = entries.map(settlementLines);
  return {
    text: [...(after === undefined ? [settlementHeader] : []), ...lines].join(""),
    next: items.length > ENTRIES_OF_PART ? entries.at(-1)?.id : undefined,
  };
}

/** The day of the first entry after a settlement, if it can be frozen now. */
async function nextDay(owner: Owner, previous: Settlement | undefined, now: Date) {
  const range = { ...entriesOf(owner), ...(previous && entryIdsAfter(previous.date)) };
  const [first] = await oldest(range, 1);
  const date = first && dayOf(instantOf(String(first.sk)));
  return date !== undefined && freezesAt(date, timeScale()) <= now ? date : undefined;
}

export const hasUnsettledDay = async (owner: Owner, now: Date): Promise<boolean> =>
  (await nextDay(owner, await findSettlementUntil(owner), now)) !== undefined;

/** Freezes the first day that is not frozen yet. Two calls at once compute the same, and one writes it. */
export async function freezeNextDay(owner: Owner, now: Date): Promise<Settlement | undefined> {
  const settlement = await settlementAfter(owner, await findSettlementUntil(owner), now);
  if (settlement) await write(putNew({ ...keys.settlement(owner, settlement.date), ...settlement }));
  return settlement;
}

export async function settlementAfter(
  owner: Owner,
  previous: Settlement | undefined,
  now: Date,
): Promise<Settlement | undefined> {
  const date = await nextDay(owner, previous, now);
  if (date === undefined) return undefined;
  const hash = createHash("sha256").update(settlementHeader);
  let sums: Readonly<Record<string, number>> = {};
  for await (const entries of pagesOfDay(owner, date)) {
    hash.update(entries.map(settlementLines).join(""));
    sums = totalOf([sums, ...entries.map(settlementSums)]);
  }
  const settlement = settlementOf(previous, date, sums, hash.digest("hex"));
  const sha256 = createHash("sha256").update(chainText(settlement)).digest("hex");
  return { ...settlement, sha256, frozen_at: now.toISOString() };
}

const PAGE = 1_000;

function entryOf(item: Item): LedgerEntry {
  const { data } = LedgerEntry.safeParse(item);
  if (data?.id === item.sk && data) return data;
  throw new UnsoundDay(`${item.sk} is no entry`);
}

/** In pages, so that the memory of a function has room for any day. */
async function* pagesOfDay(owner: Owner, date: string): AsyncGenerator<LedgerEntry[]> {
  const ids = entryIdsOf(date);
  for (let from = ids.from; ; ) {
    const items = await oldest({ ...entriesOf(owner), ...ids, from }, PAGE);
    yield items.map(entryOf);
    if (items.length < PAGE) return;
    from = `${items.at(-1)?.sk}~`;
  }
}
