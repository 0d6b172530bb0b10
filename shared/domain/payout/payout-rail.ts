import { type FailureCode, type Payout, type PayoutTransition, settlePayout } from "./payout.ts";

/** What happens next to a payout, and at which instant. */
export type Step = { transition: PayoutTransition; at: string; failure_code?: FailureCode };

/**
 * What moves the money. A payout is kept before its rail first hears of it, and the rail is asked again and again until it has nothing
 * more to say. Where the money goes, `bank_account_id` tells: the rail's own {@link BankLinker} was given that id when it linked the account.
 *
 * An adapter must: do a payout at most once, by its id, however often it is asked; answer within 3 s, or throw to be asked again
 * later; answer `null` when nothing will happen any more, and a later `at` when it does not know yet, which {@link askAgainAt} may put off;
 * never name a step that the
 * payout's status does not allow. What it throws is logged by name only.
 */
export type PayoutRail = {
  next: (payout: Payout, now: Date) => Promise<Step | null>;
  /** Where a rail knows at once how an instant payout ends, without moving anything. */
  foresee?: (payout: Payout) => Step | null;
};

const LEAST_PAUSE_MS = 1_000;

/**
 * When to ask again: at `at`, but not before a fiftieth of the payout's age has passed. Step Functions ends an execution after 25,000
 * events, and to ask once makes nine. With pauses that grow, a rail that never knows is asked some 900 times in its first century.
 */
export function askAgainAt({ created_at }: Payout, at: string, now: Date): string {
  const pause = Math.max(LEAST_PAUSE_MS, (now.getTime() - Date.parse(created_at)) / 50);
  return new Date(Math.max(Date.parse(at), now.getTime() + pause)).toISOString();
}

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
  return settleAtOnce(rail, settlePayout(payout, step.transition, now, step.failure_code), now);
}
