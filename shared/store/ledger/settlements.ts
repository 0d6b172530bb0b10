import { LedgerEntry } from "../../domain/ledger/entry.ts";
import {
  entryIdsOf,
  type SettledDay,
  Settlement,
  settlementHeader,
  settlementLines,
} from "../../domain/ledger/settlement.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { partitionOf } from "../keys/keys.ts";
import { newest, oldest, type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";

const settlementsOf = (owner: Owner) => ({ partition: partitionOf("settlement", owner) });
export const entriesOf = (owner: Owner) => ({ partition: partitionOf("entry", owner) });

export async function findSettlementUntil(owner: Owner, date?: string): Promise<Settlement | undefined> {
  const range = { ...settlementsOf(owner), ...(date !== undefined && { to: date }) };
  const [settlement] = (await newest(range, 1)).data;
  return settlement && Settlement.parse(settlement);
}

export async function listSettlements(owner: Owner, query: PageQuery): Promise<ResultPage<Settlement>> {
  const page = await pageOf(settlementsOf(owner), query);
  return { ...page, data: page.data.map((item) => Settlement.parse(item)) };
}

/** They are numbered, so the newest has their number. */
export const countSettlements = async (owner: Owner): Promise<number> =>
  (await findSettlementUntil(owner))?.number ?? 0;

export const hasEntriesOn = async (owner: Owner, date: string): Promise<boolean> =>
  (await oldest({ ...entriesOf(owner), ...entryIdsOf({ date }) }, 1)).length > 0;

/** The most entries of one reply: at most some 4 MB of CSV. */
const ENTRIES_OF_PART = 5_000;

/** The lines of a frozen day after an entry, or from its first. `next`: the last entry, if others follow. */
export async function settlementCsv(
  owner: Owner,
  day: SettledDay,
  after: string | undefined,
): Promise<{ text: string; next: string | undefined }> {
  const ids = entryIdsOf(day);
  const range = { ...ids, ...(after !== undefined && after >= ids.from && { from: `${after}~` }) };
  const items = await oldest({ ...entriesOf(owner), ...range }, ENTRIES_OF_PART + 1);
  const entries = items.slice(0, ENTRIES_OF_PART).map((item) => LedgerEntry.parse(item));
  const lines = entries.map(settlementLines);
  return {
    text: [...(after === undefined ? [settlementHeader] : []), ...lines].join(""),
    next: items.length > ENTRIES_OF_PART ? entries.at(-1)?.id : undefined,
  };
}
