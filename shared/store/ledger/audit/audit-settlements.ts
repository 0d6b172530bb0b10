import type { Owner } from "../../../domain/item/owner.ts";
import { faultsOfSettlement } from "../../../domain/ledger/audit.ts";
import { lastEntryIdOf, Settlement, UnsoundDay } from "../../../domain/ledger/settlement.ts";
import { partitionOf } from "../../keys/keys.ts";
import { oldestAfter } from "../../table/pages.ts";
import { isPlace, settlementAfter } from "../frozen-days.ts";
import { findSettlementUntil } from "../settlements.ts";
import type { AuditedPage, AuditPlace } from "./audit-place.ts";

/** Each day's walk freezes what the one before it missed. */
const MAX_DELAY_MS = 2 * 24 * 60 * 60 * 1000;

/** One settlement a page, or a part of its day if it is long. After the last one, no old day is left. */
export async function auditSettlement(
  owner: Owner,
  { after, day, ...place }: AuditPlace,
  now: Date,
): Promise<AuditedPage> {
  const range = { partition: partitionOf("settlement", owner) };
  const [item] = await oldestAfter(range, after, 1);
  const stored = item && Settlement.parse(item);
  const previous = after === undefined ? undefined : await findSettlementUntil(owner, after);
  const until = stored ? now : new Date(now.getTime() - MAX_DELAY_MS);
  const ended = stored && { until: lastEntryIdOf(stored) };
  const computed = await settlementAfter(owner, previous, until, day, ended).catch((error: unknown) => {
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
