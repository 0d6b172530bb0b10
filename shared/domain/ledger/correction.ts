import type { Payout } from "../payout/payout.ts";
import { earnedBy, type LedgerEntry, newEntry, type Posting, totalOf } from "./entry.ts";
import { heldBy } from "./payout-entries.ts";

export const newCorrection = (
  corrects: string,
  posting: Posting,
  reason: string,
  at: Date,
): Promise<LedgerEntry> =>
  newEntry({
    type: "correction",
    postings: [posting],
    source: corrects,
    sequence: 1,
    reason,
    created_at: at.toISOString(),
  });

/** Why a correction is refused: it is none of a payout's holdings, or too early, or takes too much. */
export type Uncorrectable = "holds_no_earnings" | "payout_pending" | "holds_too_little";

/**
 * What corrections added to a payout's holdings, with one more. It moves earnings only within these, so that
 * a refund finds the rest. `payout`: the one behind the corrected entry.
 */
export function correctedBy(
  { postings }: LedgerEntry,
  payout: Payout | undefined,
): Record<string, number> | Uncorrectable {
  const moved = Object.entries(earnedBy(postings));
  if (moved.length === 0) return { ...payout?.corrected };
  const isOther = (account: string) =>
    account.startsWith("driver:") && account !== `driver:${payout?.driver_id}`;
  if (!payout || moved.some(([account]) => isOther(account))) return "holds_no_earnings";
  if (payout.status === "pending") return "payout_pending";
  const held = heldBy(payout);
  if (moved.some(([account, cents]) => (held[account] ?? 0) + cents < 0)) return "holds_too_little";
  return totalOf([payout.corrected ?? {}, Object.fromEntries(moved)]);
}
