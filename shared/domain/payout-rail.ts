import { type FailureCode, type Payout, type PayoutTransition, settle } from "./payout.ts";

/** What happens next to a payout, and at which instant. */
export type Step = { transition: PayoutTransition; at: string; failure_code?: FailureCode };

/**
 * What moves the money. A payout is kept before its rail first hears of it, and the rail is asked again and again until it has nothing
 * more to say.
 *
 * An adapter must: do a payout at most once, by its id, however often it is asked; answer within 3 s, or throw to be asked again
 * later; answer `null` when nothing will happen any more, and a later `at` when it does not know yet; never name a step that the
 * payout's status does not allow. What it throws is logged by name only.
 */
export type PayoutRail = {
  next: (payout: Payout, now: Date) => Promise<Step | null>;
  /** Where a rail knows at once how an instant payout ends, without moving anything. */
  foresee?: (payout: Payout) => Step | null;
};

/**
 * A new payout after what its rail foresees for now, and when to ask the rail again. An undefined `wakeAt` means never: it is settled for
 * good.
 */
export function settleAtOnce(
  rail: PayoutRail,
  payout: Payout,
  now: Date,
): { payout: Payout; wakeAt: string | undefined } {
  if (!rail.foresee) return { payout, wakeAt: payout.created_at };
  const step = rail.foresee(payout);
  if (!step || Date.parse(step.at) > now.getTime()) return { payout, wakeAt: step?.at };
  return settleAtOnce(rail, settle(payout, step.transition, now, step.failure_code), now);
}
