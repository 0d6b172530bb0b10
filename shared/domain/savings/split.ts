import * as z from "zod/mini";
import { portion } from "../money/cents.ts";

/** What a person saves of each payout: a whole percentage, or the cents above the last whole dollar. */
export const SavingsRule = z.union([
  z.object({ percent: z.int().check(z.gte(1), z.lte(50)) }),
  z.object({ cents: z.literal(true) }),
]);
export type SavingsRule = z.infer<typeof SavingsRule>;

/** Why a payout saves less than its driver agreed to, or nothing. */
export const SavingsReason = z.enum([
  "not_completed",
  "nothing_to_save",
  "limited",
  "limit_reached",
  "ended",
  "not_available_yet",
  "unavailable",
]);
export type SavingsReason = z.infer<typeof SavingsReason>;

export type Split = { amount: number; reason: SavingsReason | null };

/**
 * What a rule saves of a net amount, in cents. A percentage is rounded half up. It is never more than half,
 * so that a small payout does not disappear.
 *
 * @example
 * wishOf({ percent: 5 }, 12_310); // => 616
 * wishOf({ cents: true }, 12_312); // => 12
 * wishOf({ cents: true }, 75); // => 37
 */
export const wishOf = (rule: SavingsRule, netAmount: number): number =>
  Math.min(
    "percent" in rule ? portion(netAmount, rule.percent, 100) : netAmount % 100,
    Math.floor(netAmount / 2),
  );

/**
 * The split of a wish by the room that is left below a cap, in cents. The last one is cut.
 *
 * @example
 * splitOf(100, 50); // => { amount: 50, reason: "limited" }
 */
export function splitOf(wish: number, room: number): Split {
  if (wish <= 0) return { amount: 0, reason: "nothing_to_save" };
  if (room <= 0) return { amount: 0, reason: "limit_reached" };
  return wish <= room ? { amount: wish, reason: null } : { amount: room, reason: "limited" };
}
