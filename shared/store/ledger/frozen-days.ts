import { createHash } from "node:crypto";
import { SHA256 } from "@stablelib/sha256";
import { dayOf } from "../../domain/time/day.ts";
import { instantOf } from "../../domain/item/ids.ts";
import { LedgerEntry, totalOf } from "../../domain/ledger/entry.ts";
import {
  chainText,
  type DayPlace,
  entryIdsAfter,
  entryIdsOf,
  freezesAt,
  type Settlement,
  settlementHeader,
  settlementLines,
  settlementOf,
  settlementSums,
  UnsoundDay,
} from "../../domain/ledger/settlement.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { oldest, oldestInParts } from "../table/pages.ts";
import { type Item, write } from "../table/table.ts";
import { timeScale } from "../table/time-scale.ts";
import { putNew } from "../table/writes.ts";
import { entriesOf, findSettlementUntil } from "./settlements.ts";

/** The day of the first entry after a settlement, if it can be frozen now. */
async function nextDay(owner: Owner, previous: Settlement | undefined, now: Date) {
  const range = { ...entriesOf(owner), ...(previous && entryIdsAfter(previous.date)) };
  const [first] = await oldest(range, 1);
  const date = first && dayOf(instantOf(String(first.sk)));
  return date !== undefined && freezesAt(date, timeScale()) <= now ? date : undefined;
}

export const hasUnsettledDay = async (owner: Owner, now: Date): Promise<boolean> =>
  (await nextDay(owner, await findSettlementUntil(owner), now)) !== undefined;

/**
 * Freezes the first day that is not frozen yet, or returns the place at which a further call continues. Two
 * calls at once compute the same, and one writes it.
 */
export async function freezeNextDay(owner: Owner, now: Date, from?: DayPlace) {
  const settlement = await settlementAfter(owner, await findSettlementUntil(owner), now, from);
  if (settlement && !isPlace(settlement))
    await write(putNew({ ...keys.settlement(owner, settlement.date), ...settlement }));
  return settlement;
}

export const isPlace = (place: Settlement | DayPlace): place is DayPlace => "hash" in place;

/** Of one call: about a second, because a message has three others beside it, and an operator waits. */
const ENTRIES_AT_ONCE = 10_000;

/** `from`: of the same day. One of any other day has no effect. */
export async function settlementAfter(
  owner: Owner,
  previous: Settlement | undefined,
  now: Date,
  from?: DayPlace,
  atOnce = ENTRIES_AT_ONCE,
): Promise<Settlement | DayPlace | undefined> {
  const date = await nextDay(owner, previous, now);
  if (date === undefined) return undefined;
  const place = from?.date === date ? from : undefined;
  const hash = place ? hashAt(place.hash) : new SHA256().update(Buffer.from(settlementHeader));
  let [sums, read]: [Readonly<Record<string, number>>, number] = [place?.sums ?? {}, 0];
  for await (const entries of pagesOfDay(owner, date, place?.after)) {
    hash.update(Buffer.from(entries.map(settlementLines).join("")));
    sums = totalOf([sums, ...entries.map(settlementSums)]);
    read += entries.length;
    if (read >= atOnce) return { date, after: String(entries.at(-1)?.id), sums, hash: placeOf(hash) };
  }
  const settlement = settlementOf(previous, date, sums, Buffer.from(hash.digest()).toString("hex"));
  const sha256 = createHash("sha256").update(chainText(settlement)).digest("hex");
  return { ...settlement, sha256, frozen_at: now.toISOString() };
}

function placeOf(hash: SHA256): DayPlace["hash"] {
  const { state, buffer, bufferLength, bytesHashed } = hash.saveState();
  const rest = Buffer.from(buffer?.subarray(0, bufferLength) ?? []).toString("base64");
  return { state: [...state], rest, bytes: bytesHashed };
}

function hashAt({ state, rest, bytes }: DayPlace["hash"]): SHA256 {
  const buffer = Buffer.from(rest, "base64");
  const saved = { state: Int32Array.from(state), buffer, bufferLength: buffer.length, bytesHashed: bytes };
  return new SHA256().restoreState(saved);
}

const PAGE = 1_000;

function entryOf(item: Item): LedgerEntry {
  const { data } = LedgerEntry.safeParse(item);
  if (data?.id === item.sk && data) return data;
  throw new UnsoundDay(`${item.sk} is no entry`);
}

/** In pages, so that the memory of a function has room for any day. */
async function* pagesOfDay(owner: Owner, date: string, after?: string): AsyncGenerator<LedgerEntry[]> {
  const range = { ...entriesOf(owner), ...entryIdsOf(date) };
  for await (const items of oldestInParts(range, after, PAGE)) yield items.map(entryOf);
}
