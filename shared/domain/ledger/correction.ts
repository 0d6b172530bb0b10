import type { Payout } from "../payout/payout.ts";
import { type LedgerAccount, type LedgerEntry, movedBy, newEntry, type Posting } from "./entry.ts";

/** The entry of a correction, whose source is the entry that it corrects. That may be a correction too. */
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

const DRIVER = "driver:";

/** A part of what a payout's driver earned. */
const ofEarnings: readonly LedgerAccount[] = ["fees", "savings_pending", "savings_sent"];

/** What a correction adds to a driver's sums: cents of its account, and of what it was paid in a year. */
type DriverCorrection = { driver_id: string; cents: number; paid: number; year: number };

/**
 * What a correction adds to the sums of the drivers whom it concerns. `payout`: the one whose entry it
 * corrects, itself or through other corrections. It counts in the year of that payout, as a refund does: the
 * one in which it was paid, if that was before, and else the one in which it was created.
 */
export function correctedDrivers(
  { postings, created_at }: LedgerEntry,
  payout: Pick<Payout, "driver_id" | "completed_at" | "created_at"> | undefined,
): DriverCorrection[] {
  const moved = movedBy(postings);
  const named = [...moved.keys()].flatMap((account) =>
    account.startsWith(DRIVER) ? account.slice(DRIVER.length) : [],
  );
  const { completed_at } = payout ?? {};
  const paidAt = completed_at !== undefined && completed_at <= created_at ? completed_at : payout?.created_at;
  const year = Number((paidAt ?? created_at).slice(0, 4));
  return [...new Set([...named, ...(payout ? [payout.driver_id] : [])])]
    .map((driver_id) => {
      const cents = moved.get(`${DRIVER}${driver_id}` as LedgerAccount) ?? 0;
      const parts = driver_id === payout?.driver_id ? ofEarnings : [];
      return {
        driver_id,
        cents,
        paid: parts.reduce((sum, part) => sum + (moved.get(part) ?? 0), cents),
        year,
      };
    })
    .filter(({ cents, paid }) => cents !== 0 || paid !== 0);
}
