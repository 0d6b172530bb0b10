import type { Difference } from "../../../domain/ledger/audit.ts";
import type { Sums } from "../../../domain/ledger/entry.ts";
import type { DayPlace } from "../../../domain/ledger/settlement.ts";
import { oldestAfter, type Range } from "../../table/pages.ts";

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

export type AuditedPage = {
  differences: Difference[];
  busy: string[];
  checked: number;
  next: AuditPlace | undefined;
};

const PAGE = 100;
export const ATTEMPTS = 4;

export const pageAfter = (range: Range, after: string | undefined, limit = PAGE) =>
  oldestAfter(range, after, limit);

export function placeAfter(
  { part, sums }: AuditPlace,
  items: readonly { sk?: unknown }[],
  full = PAGE,
): AuditPlace | undefined {
  if (items.length === full) return { part, after: String(items.at(-1)?.sk), sums };
  const next = auditParts[auditParts.indexOf(part) + 1];
  return next && { part: next, sums };
}
