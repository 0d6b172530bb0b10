import type { Owner } from "../../../domain/item/owner.ts";
import { faultsOfPayout } from "../../../domain/ledger/audit.ts";
import { namedBy } from "../../../domain/ledger/payout-entries.ts";
import { Payout } from "../../../domain/payout/payout.ts";
import { missingContributions } from "../../../domain/savings/audit.ts";
import { keys, partitionOf } from "../../keys/keys.ts";
import { contributionsOf, faultsOfContributions } from "../../savings/audit.ts";
import { itemsAt } from "../../table/reads.ts";
import { entryIn } from "./audit-entries.ts";
import { type AuditedPage, type AuditPlace, placeAfter, pageAfter } from "./audit-place.ts";

export async function auditPayouts(owner: Owner, place: AuditPlace): Promise<AuditedPage> {
  const items = await pageAfter({ partition: partitionOf("payment", owner) }, place.after);
  const withoutEntries = await withEntries(
    owner,
    items.map((item) => Payout.parse(item)),
  );
  const payouts = withoutEntries.map(({ payout }) => payout);
  const differences = [
    ...withoutEntries.flatMap(({ payout, entries }) => faultsOfPayout(payout, entries)),
    ...missingContributions(payouts, await contributionsOf(owner, payouts)),
  ];
  return { differences, busy: [], checked: items.length, next: placeAfter(place, items) };
}

export async function withEntries(owner: Owner, payouts: readonly Payout[]) {
  const items = await itemsAt(
    payouts.flatMap((payout) => namedBy(payout).map((id) => keys.entry(owner, id))),
  );
  const byId = new Map(items.map((item) => [String(item.sk), entryIn(item)]));
  return payouts.map((payout) => ({ payout, entries: namedBy(payout).flatMap((id) => byId.get(id) ?? []) }));
}

export async function auditContributions(owner: Owner, place: AuditPlace): Promise<AuditedPage> {
  const items = await pageAfter({ partition: partitionOf("contribution", owner) }, place.after);
  const differences = await faultsOfContributions(owner, items);
  return { differences, busy: [], checked: items.length, next: placeAfter(place, items) };
}
