import type { Difference } from "../../../domain/ledger/audit.ts";
import { type Owner, ownerKey } from "../../../domain/item/owner.ts";
import { keys } from "../../keys/keys.ts";
import { findItem } from "../../table/reads.ts";
import { ttlAt, write } from "../../table/table.ts";
import { change } from "../../table/writes.ts";
import { auditPage } from "./audit-page.ts";
import type { AuditPlace } from "./audit-place.ts";
import { entriesIn, numberOfEntries } from "./audit-sums.ts";

/** Longer than a month. */
const KEPT_FOR_SECONDS = 40 * 24 * 60 * 60;

export async function auditUntil(owner: Owner, from: AuditPlace, now: Date, until: number) {
  const totals = { differences: [] as Difference[], busy: [] as string[], checked: 0, entries: 0 };
  let place: AuditPlace | undefined = from;
  do {
    const page: Awaited<ReturnType<typeof auditPage>> = await auditPage(owner, place, now);
    totals.differences.push(...page.differences);
    totals.busy.push(...page.busy);
    totals.checked += page.checked;
    if (page.next) totals.entries = numberOfEntries(page.next.sums);
    place = page.next;
  } while (place && performance.now() < until);
  return { ...totals, next: place };
}

const auditKey = (owner: Owner, day: string) => keys.walk(`ledger-${day.slice(0, 7)}#${ownerKey(owner)}`);

/** Whether a ledger has no entry, or none since an audit of the day's month that found nothing. */
export async function isAudited(owner: Owner, day: string): Promise<boolean> {
  const entries = await entriesIn(owner);
  return entries === 0 || entries === (await findItem(auditKey(owner, day)))?.entries;
}

export const putAudited = (owner: Owner, day: string, entries: number) =>
  write(change(auditKey(owner, day), { set: { entries, ttl: ttlAt(day, KEPT_FOR_SECONDS) } }));
