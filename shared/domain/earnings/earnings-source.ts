import type { DailyEarnings } from "./earnings.ts";
import type { Period } from "./period.ts";

/**
 * Reads drivers' earnings, only for drivers who have allowed it. An adapter must: answer within 3 s, or
 * throw, after which nothing changes; return the same figures for the same days, or corrected ones, which
 * replace days that are not final; return each day at most once, omit days without work, and stay within the
 * period. Only a thrown error's name is logged.
 */
export type EarningsSource = {
  /** The gig platforms that it can read: slugs and display names. */
  platforms: Readonly<Record<string, string>>;
  earnings: (driverId: string, platform: string, period: Period) => Promise<DailyEarnings[]>;
};

/** The most days of earnings to read, today included: all of them when a driver connects. */
export const SYNCED_DAYS = 90;
