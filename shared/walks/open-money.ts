import type { Owner } from "../domain/item/owner.ts";
import { countInStage, logger } from "../http/serve/telemetry.ts";

/** A payout or a contribution takes some days. One that takes longer waits for a person. */
const OPEN_FOR_MS = 5 * 24 * 60 * 60 * 1000;

export const openSince = (now: Date): string => new Date(now.getTime() - OPEN_FOR_MS).toISOString();

/** Nothing fails while a rail never decides. */
export function warnOfOpen({ account_id, mode }: Owner, what: "contributions" | "payouts"): void {
  logger.warn("waits", { operation: "walk-tax-events", account_id, mode, what });
  countInStage("MoneyWaits");
}
