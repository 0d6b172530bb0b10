import { isDeepStrictEqual } from "node:util";
import { DriverTotals } from "../../domain/driver/driver.ts";
import {
  type Difference,
  differingSums,
  faultsOfCorrection,
  faultsOfEntry,
  faultsOfPayout,
  overdrawn,
  faultsOfSettlement,
  sumsOfDriver,
  unbalanced,
} from "../../domain/ledger/audit.ts";
import {
  EntryType,
  entriesOfType,
  LedgerEntry,
  ownerSumNames,
  ownerSums,
  type Sums,
  totalOf,
} from "../../domain/ledger/entry.ts";
import { namedBy } from "../../domain/ledger/payout-entries.ts";
import { SHIFT } from "../../domain/ledger/shift.ts";
import { type DayPlace, Settlement, UnsoundDay } from "../../domain/ledger/settlement.ts";
import { isLive, type Owner } from "../../domain/owner.ts";
import { Payout } from "../../domain/payout/payout.ts";
import { missingContributions } from "../../domain/savings/audit.ts";
import { findDeletedTotals } from "../driver/deleted-drivers.ts";
import { listDriversAfter } from "../driver/drivers.ts";
import { paymentIndex } from "../keys/indexes.ts";
import { keys, partitionOf, partitionsOf } from "../keys/keys.ts";
import { numbersOf } from "../table/counts.ts";
import { dayItems } from "../table/day-counts.ts";
import { oldest, type Range } from "../table/pages.ts";
import { findAs, itemsAt } from "../table/reads.ts";
import type { Item } from "../table/table.ts";
import { contributionsOf, faultsOfContributions, faultsOfSavers } from "../savings/audit.ts";
import { payoutBehind } from "./corrections.ts";
import { isEnforced, shardsAtOnce, shardsOf } from "./funds.ts";
import { isPlace, settlementAfter } from "./frozen-days.ts";
import { findSettlementUntil } from "./settlements.ts";

export const auditParts = [
  "entries",
  "payouts",
  "contributions",
  "drivers",
  "deleted",
  "settlements",
] as const;
type AuditPart = (typeof auditParts)[number];

/** The last item that it read of a part, the sums of the entries, and its place in a settlement's day. */
export type AuditPlace = {
  part: AuditPart;
  after?: string | undefined;
  sums: Sums;
  day?: DayPlace | undefined;
};

type Page = { differences: Difference[]; busy: string[]; checked: number; next: AuditPlace | undefined };

const PAGE = 100;
/** Each driver takes five calls, one after another. */
const DRIVERS = 20;
const ATTEMPTS = 4;

/** Audits the next items of an owner. All that it needs of them is read after them, so it is as new. */
export function auditPage(owner: Owner, place: AuditPlace, now: Date): Promise<Page> {
  switch (place.part) {
    case "entries":
      return auditEntries(owner, place);
    case "payouts":
      return auditPayouts(owner, place);
    case "contributions":
      return auditContributions(owner, place);
    case "drivers":
    case "deleted":
      return auditDrivers(owner, place);
    case "settlements":
      return auditSettlement(owner, place, now);
  }
}

const pageAfter = (range: Range, after: string | undefined, limit = PAGE) =>
  oldest({ ...range, ...(after !== undefined && { from: `${after}~` }) }, limit);

function nextPlace(
  { part, sums }: AuditPlace,
  items: readonly { sk?: unknown }[],
  full = PAGE,
): AuditPlace | undefined {
  if (items.length === full) return { part, after: String(items.at(-1)?.sk), sums };
  const next = auditParts[auditParts.indexOf(part) + 1];
  return next && { part: next, sums };
}

async function auditEntries(owner: Owner, place: AuditPlace): Promise<Page> {
  const items = await pageAfter({ partition: partitionsOf("entry", owner) }, place.after);
  const parsed = items.map((item) => ({ item, entry: entryIn(item) }));
  const entries = parsed.flatMap(({ entry }) => entry ?? []);
  const payouts = await payoutsOf(owner, entries);
  const sources = await sourcesOf(owner, entries);
  const sums = totalOf([place.sums, ...entries.map(ownerSums)]);
  const differences = [
    ...parsed.flatMap(({ item, entry }) =>
      entry ? [] : [{ what: `${item.sk}`, stored: JSON.stringify(item.postings), computed: "an entry" }],
    ),
    ...entries.flatMap((entry) => faultsOfEntry(entry, payouts.get(entry.source), sources.get(entry.id))),
    ...(await faultsOfCorrections(owner, entries)),
  ];
  const next = nextPlace({ ...place, sums }, items);
  const page = { differences, busy: [], checked: items.length, next };
  if (next?.part === "entries") return page;
  const ended = await auditOwner(owner, sums, String(items.at(-1)?.sk ?? place.after ?? " "));
  if (!ended) return { ...page, next: undefined };
  return { ...page, differences: [...differences, ...ended.differences], busy: ended.busy };
}

/** Undefined for an item that no movement can have made. */
function entryIn(item: Item): LedgerEntry | undefined {
  const { data } = LedgerEntry.safeParse(item);
  return data?.id === item.sk ? data : undefined;
}

const isOfPayout = ({ type }: LedgerEntry) => type.startsWith("payout_");

async function payoutsOf(owner: Owner, entries: readonly LedgerEntry[]): Promise<Map<string, Payout>> {
  const sources = new Set(entries.filter(isOfPayout).map(({ source }) => source));
  const items = await itemsAt([...sources].map((id) => keys.payment(owner, id)));
  return new Map(items.map((item) => [String(item.sk), Payout.parse(item)]));
}

/** The entries that contributions, and the sources of fundings and corrections, name, each by its id. */
async function sourcesOf(owner: Owner, entries: readonly LedgerEntry[]): Promise<Map<string, string>> {
  const others = entries.filter((entry) => !isOfPayout(entry));
  const wanted = others.map(({ type, source }) =>
    type === "contribution_sent" ? keys.contribution(owner, source) : keys.entrySource(owner, type, source),
  );
  const items = await itemsAt([...new Map(wanted.map((key) => [key.sk, key])).values()]);
  return new Map(items.flatMap(({ entry }) => (entry === undefined ? [] : [[String(entry), String(entry)]])));
}

async function faultsOfCorrections(owner: Owner, entries: readonly LedgerEntry[]): Promise<Difference[]> {
  const faults: Difference[] = [];
  for (const entry of entries.filter(({ type }) => type === "correction")) {
    const payout = await payoutBehind(owner, entry);
    if (payout) faults.push(...faultsOfCorrection(entry, payout));
  }
  return faults;
}

const ENTRY_COUNTS = EntryType.options.map(entriesOfType);
const SUM_NAMES = [...ownerSumNames, ...ENTRY_COUNTS];
export const numberOfEntries = (sums: Sums): number =>
  ENTRY_COUNTS.reduce((all, name) => all + (sums[name] ?? 0), 0);

/** Compares the sums of all entries with shards and days. Undefined: no money has moved. */
async function auditOwner(owner: Owner, walked: Sums, last: string) {
  let [sums, newest] = [walked, last];
  if (numberOfEntries(sums) === 0 && (await shardsOf(owner)).length === 0) return undefined;
  let stored = await storedSums(owner);
  const before = numberOfEntries(stored.sums);
  for (let i = 0; i < ATTEMPTS && numberOfEntries(stored.sums) !== numberOfEntries(sums); i++) {
    const items = await pageAfter({ partition: partitionsOf("entry", owner) }, newest);
    sums = totalOf([sums, ...items.map((item) => ownerSums(LedgerEntry.parse(item)))]);
    newest = String(items.at(-1)?.sk ?? newest);
    stored = await storedSums(owner);
  }
  if (numberOfEntries(stored.sums) !== numberOfEntries(sums) && numberOfEntries(stored.sums) !== before)
    return { differences: [], busy: ["the sums of the account"] };
  const days = totalOf((await dayItems(owner, "payments")).map(numbersOf));
  const after = await storedSums(owner);
  const isStill = numberOfEntries(after.sums) === numberOfEntries(stored.sums);
  return {
    differences: [
      ...stored.shards.flatMap((shard) => unbalanced(`shard ${shard.sk}`, shard)),
      ...belowZero(owner, stored),
      ...differingSums("account", [...SUM_NAMES, SHIFT], stored.sums, sums),
      ...(isStill ? differingSums("days", SUM_NAMES, days, sums) : []),
    ],
    busy: isStill ? [] : ["the sums of the days"],
  };
}

/** Only the world may be below zero, and the funds of a sandbox that does not enforce its balance. */
function belowZero(owner: Owner, { shards, sums }: { shards: readonly Item[]; sums: Sums }): Difference[] {
  const names = ownerSumNames.filter((name) => name !== "cents_outside" && name !== "cents_funds");
  return [
    ...overdrawn("account", names, sums),
    ...(isEnforced(owner, shards)
      ? shards.flatMap((shard) => overdrawn(`shard ${shard.sk}`, ["cents_funds"], numbersOf(shard)))
      : []),
  ];
}

export const entriesIn = async (owner: Owner): Promise<number> =>
  numberOfEntries(totalOf((await shardsOf(owner)).map(numbersOf)));

async function storedSums(owner: Owner): Promise<{ shards: Item[]; sums: Sums }> {
  const shards = await shardsAtOnce(owner);
  return { shards, sums: totalOf(shards.map(numbersOf)) };
}

async function auditPayouts(owner: Owner, place: AuditPlace): Promise<Page> {
  const items = await pageAfter({ partition: partitionsOf("payment", owner) }, place.after);
  const found = await withEntries(
    owner,
    items.map((item) => Payout.parse(item)),
  );
  const payouts = found.map(({ payout }) => payout);
  const differences = [
    ...found.flatMap(({ payout, entries }) => faultsOfPayout(payout, entries)),
    ...missingContributions(payouts, await contributionsOf(owner, payouts)),
  ];
  return { differences, busy: [], checked: items.length, next: nextPlace(place, items) };
}

async function withEntries(owner: Owner, payouts: readonly Payout[]) {
  const items = await itemsAt(
    payouts.flatMap((payout) => namedBy(payout).map((id) => keys.entry(owner, id))),
  );
  const byId = new Map(items.map((item) => [String(item.sk), entryIn(item)]));
  return payouts.map((payout) => ({ payout, entries: namedBy(payout).flatMap((id) => byId.get(id) ?? []) }));
}

async function auditContributions(owner: Owner, place: AuditPlace): Promise<Page> {
  const items = await pageAfter({ partition: partitionOf("contribution", owner) }, place.after);
  const differences = await faultsOfContributions(owner, items);
  return { differences, busy: [], checked: items.length, next: nextPlace(place, items) };
}

async function auditDrivers(owner: Owner, place: AuditPlace): Promise<Page> {
  const items =
    place.part === "drivers"
      ? (await listDriversAfter(owner, place.after, DRIVERS)).map(([profile]) => profile)
      : await pageAfter({ partition: partitionOf("deleted_driver", owner) }, place.after, DRIVERS);
  const next = nextPlace(place, items, DRIVERS);
  const page: Page = { differences: [], busy: [], checked: items.length, next };
  for (const { sk } of items) {
    const differences = await auditDriver(owner, String(sk), place.part === "deleted");
    if (differences === "busy") page.busy.push(String(sk));
    else page.differences.push(...differences);
  }
  return page;
}

/** The index may be a second behind, so a difference is looked at again. */
async function auditDriver(owner: Owner, id: string, isDeleted: boolean): Promise<Difference[] | "busy"> {
  const totalsOf = () =>
    isDeleted ? findDeletedTotals(owner, id) : findAs(keys.driverTotals(owner, id), DriverTotals);
  for (let i = 1; ; i++) {
    const before = await totalsOf();
    const index = { partition: paymentIndex(owner, id), index: "by_driver" };
    const items = await oldest(index, Number.POSITIVE_INFINITY);
    const payouts = await withEntries(owner, await payoutsNamed(owner, items));
    const ofSavers = await faultsOfSavers(
      owner,
      payouts.map(({ payout }) => payout),
    );
    const after = await totalsOf();
    if (!before || !after) return [];
    const isStill = isDeepStrictEqual(before, after);
    const differences: Difference[] | "busy" = isStill
      ? [...differingSums(id, namesOf(owner, before), before, sumsOfDriver(payouts)), ...ofSavers]
      : "busy";
    if (differences.length === 0 || i === ATTEMPTS) return differences;
    await new Promise((resolve) => setTimeout(resolve, 150 * 2 ** i));
  }
}

/** As the table has them: the index may show an older state. */
async function payoutsNamed(owner: Owner, items: readonly Item[]): Promise<Payout[]> {
  const found = await itemsAt(items.map(({ sk }) => keys.payment(owner, String(sk))));
  return found.map((item) => Payout.parse(item));
}

/** A test helper replaces the sums of a sandbox's year. A deleted driver who was never paid has none. */
function namesOf(owner: Owner, totals: DriverTotals): string[] {
  const { lifetime_earnings: _, ...sums } = DriverTotals.parse({});
  const years = Object.keys(totals).filter((name) => /^paid_\d{4}$/.test(name));
  return [...Object.keys(sums), ...(isLive(owner) ? years : [])];
}

/** Each day's walk freezes what the one before it missed. */
const MAX_DELAY_MS = 2 * 24 * 60 * 60 * 1000;

/** One settlement a page, or a part of its day if it is long. After the last one, no old day is left. */
async function auditSettlement(owner: Owner, { after, day, ...place }: AuditPlace, now: Date): Promise<Page> {
  const range = { partition: partitionOf("settlement", owner) };
  const [item] = await oldest({ ...range, ...(after !== undefined && { from: `${after}~` }) }, 1);
  const stored = item && Settlement.parse(item);
  const previous = after === undefined ? undefined : await findSettlementUntil(owner, after);
  const until = stored ? now : new Date(now.getTime() - MAX_DELAY_MS);
  const computed = await settlementAfter(owner, previous, until, day).catch((error: unknown) => {
    if (error instanceof UnsoundDay) return error.message;
    throw error;
  });
  if (typeof computed === "object" && isPlace(computed))
    return { differences: [], busy: [], checked: 0, next: { ...place, after, day: computed } };
  return {
    differences: differencesOfDay(stored, computed),
    busy: [],
    checked: stored ? 1 : 0,
    next: stored && { ...place, after: stored.date },
  };
}

function differencesOfDay(stored: Settlement | undefined, computed: Settlement | string | undefined) {
  if (stored && typeof computed === "object") return faultsOfSettlement(stored, computed);
  if (!stored && !computed) return [];
  const of = typeof computed === "object" ? computed.date : (computed ?? "none");
  return [
    { what: `settlement ${stored?.date ?? of}`, stored: stored?.entries_sha256 ?? "none", computed: of },
  ];
}
