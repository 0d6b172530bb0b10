import type { Owner } from "../../../domain/item/owner.ts";
import { type Difference, faultsOfCorrection, faultsOfEntry } from "../../../domain/ledger/audit.ts";
import { LedgerEntry, ownerSums, totalOf } from "../../../domain/ledger/entry.ts";
import { Payout } from "../../../domain/payout/payout.ts";
import { keys, partitionOf } from "../../keys/keys.ts";
import { itemsAt } from "../../table/reads.ts";
import type { Item } from "../../table/table.ts";
import { payoutBehind } from "../corrections.ts";
import { type AuditedPage, type AuditPlace, placeAfter, pageAfter } from "./audit-place.ts";
import { auditOwner } from "./audit-sums.ts";

export async function auditEntries(owner: Owner, place: AuditPlace): Promise<AuditedPage> {
  const items = await pageAfter({ partition: partitionOf("entry", owner) }, place.after);
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
  const next = placeAfter({ ...place, sums }, items);
  const page = { differences, busy: [], checked: items.length, next };
  if (next?.part === "entries") return page;
  const ended = await auditOwner(owner, sums, String(items.at(-1)?.sk ?? place.after ?? " "));
  if (!ended) return { ...page, next: undefined };
  return { ...page, differences: [...differences, ...ended.differences], busy: ended.busy };
}

/** Undefined for an item that no movement can have made. */
export function entryIn(item: Item): LedgerEntry | undefined {
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
  const owed = others.map(({ type, source }) =>
    type === "contribution_sent" ? keys.contribution(owner, source) : keys.entrySource(owner, type, source),
  );
  const items = await itemsAt([...new Map(owed.map((key) => [key.sk, key])).values()]);
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
