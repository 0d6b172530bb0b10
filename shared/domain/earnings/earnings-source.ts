import type { DailyEarnings } from "./earnings.ts";
import type { Period } from "./period.ts";

/**
 * Reads drivers' earnings from gig platforms, only for drivers who have allowed it on our page. An adapter
 * must:
 * - answer within 3 s, or throw; after a throw nothing changes;
 * - return the same figures for the same days on every call, or figures that the gig platform has corrected
 *   since: the answer replaces the stored days that are not final;
 * - return each day at most once, omit days without work, and stay within the period.
 * Only the name of a thrown error is logged.
 */
export type EarningsSource = {
  /** The gig platforms that it can read: slugs and display names. */
  platforms: Readonly<Record<string, string>>;
  earnings: (driverId: string, platform: string, period: Period) => Promise<DailyEarnings[]>;
};

/** The most days of earnings to read, today included: all of them when a driver connects. */
export const SYNCED_DAYS = 90;
