import { dayOf, plusDays } from "../day.ts";
import type { DailyEarnings } from "./earnings.ts";
import type { Period } from "./period.ts";

/**
 * Who knows what drivers earn on other companies' platforms. It is asked only for a driver who has allowed it, on our page.
 *
 * An adapter must: answer within 3 s, or throw, and then nothing is changed; answer the same for the same days however often it is asked, or
 * what the platform has put right since, for what it answers replaces what is kept of a day; give each day at most once, leave out days
 * without work, and give none outside the period. What it throws is logged by name only.
 */
export type EarningsSource = {
  /** The platforms it reaches: slugs, and the names that people know. */
  platforms: Readonly<Record<string, string>>;
  earnings: (driverId: string, platform: string, period: Period) => Promise<DailyEarnings[]>;
};

/** How many days' earnings are read when a driver connects, today included. */
export const SYNCED_DAYS = 90;

export function syncedPeriod(now: Date): Period {
  const to = dayOf(now);
  return { from: plusDays(to, 1 - SYNCED_DAYS), to };
}
