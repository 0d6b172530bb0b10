import { createHash } from "node:crypto";
import { SHA256 } from "@stablelib/sha256";
import { dayOf, plusDays } from "../../domain/time/day.ts";
import { instantOf } from "../../domain/item/ids.ts";
import { LedgerEntry, totalOf } from "../../domain/ledger/entry.ts";
import {
  chainText,
  type DayPlace,
  entryIdsAfter,
  entryIdsOf,
  freezesAt,
  lastEntryIdOf,
  type SettledDay,
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
import { transactOnce } from "../table/idempotency.ts";
import { type Item, type Write, write } from "../table/table.ts";
import { timeScale } from "../table/time-scale.ts";
import { putNew } from "../table/writes.ts";
import { entriesOf, findSettlementUntil } from "./settlements.ts";

/**
 * The day of the first entry after a settlement, if it can be frozen now. `until`: an id, up to which a test
 * day is closed early. What moves later on that day is in the settlement of the next one.
 */
async function nextDay(
  owner: Owner,
  previous: Settlement | undefined,
  now: Date,
  until?: string,
): Promise<SettledDay | undefined> {
  const range = { ...entriesOf(owner), ...(previous && entryIdsAfter(previous)) };
  const [first] = await oldest(range, 1);
  if (!first) return undefined;
  const moved = dayOf(instantOf(String(first.sk)));
  const date = previous && moved <= previous.date ? plusDays(previous.date, 1) : moved;
  const day = { date, ...(previous?.until && { after: previous.until }) };
  if (until === undefined) return freezesAt(date, timeScale()) <= now ? day : undefined;
  if (String(first.sk) > until || date > dayOf(instantOf(until))) return undefined;
  return until < lastEntryIdOf(day) ? { ...day, until } : day;
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

/** Stores a test day that was closed early, with the answer of its request. */
export const putSettlement = async (owner: Owner, day: Settlement, memory: Write | undefined) =>
  (await transactOnce({ settlement: putNew({ ...keys.settlement(owner, day.date), ...day }) }, memory)) ===
  undefined;

export const isPlace = (place: Settlement | DayPlace): place is DayPlace => "hash" in place;

/** Of one call: about a second, because a message has three others beside it, and an operator waits. */
const ENTRIES_AT_ONCE = 10_000;

/** `from`: of the same day. One of any other day has no effect. */
export async function settlementAfter(
  owner: Owner,
  previous: Settlement | undefined,
  now: Date,
  from?: DayPlace,
  { atOnce = ENTRIES_AT_ONCE, until }: { atOnce?: number; until?: string | undefined } = {},
): Promise<Settlement | DayPlace | undefined> {
  const day = await nextDay(owner, previous, now, until);
  if (day === undefined) return undefined;
  const { date } = day;
  const place = from?.date === date ? from : undefined;
  const hash = place ? hashAt(place.hash) : new SHA256().update(Buffer.from(settlementHeader));
  let [sums, read]: [Readonly<Record<string, number>>, number] = [place?.sums ?? {}, 0];
  for await (const entries of pagesOfDay(owner, day, place?.after)) {
    hash.update(Buffer.from(entries.map(settlementLines).join("")));
    sums = totalOf([sums, ...entries.map(settlementSums)]);
    read += entries.length;
    if (read >= atOnce) return { date, after: String(entries.at(-1)?.id), sums, hash: placeOf(hash) };
  }
  const settlement = settlementOf(previous, date, sums, Buffer.from(hash.digest()).toString("hex"));
  const sha256 = createHash("sha256").update(chainText(settlement)).digest("hex");
  return { ...settlement, ...day, sha256, frozen_at: now.toISOString() };
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
async function* pagesOfDay(owner: Owner, day: SettledDay, after?: string): AsyncGenerator<LedgerEntry[]> {
  const range = { ...entriesOf(owner), ...entryIdsOf(day) };
  for await (const items of oldestInParts(range, after, PAGE)) yield items.map(entryOf);
}
