import { type FailureCode, type Payout, type PayoutTransition, settlePayout } from "./payout.ts";

/** A payout's next transition, and its instant. */
export type Step = { transition: PayoutTransition; at: string; failure_code?: FailureCode };

/**
 * Moves the money. A payout is stored before its rail first sees it, and the rail is asked repeatedly until
 * it returns null. `bank_account_id` names the target: the rail's own {@link BankLinker} got that id when it
 * linked the account.
 *
 * An adapter must:
 * - make a payout at most once, by its id, however often it is asked;
 * - answer within 3 s, or throw to be asked again later;
 * - return null when no further step will come, and a later `at` when it does not know yet, which {@link
 *   askAgainAt} may postpone;
 * - never name a step that the payout's status does not allow.
 * Only the name of a thrown error is logged.
 */
export type PayoutRail = {
  next: (payout: Payout, now: Date) => Promise<Step | null>;
  /** Present when the rail knows an instant payout's outcome at once, without moving money. */
  foresee?: (payout: Payout) => Step | null;
  /** Stops a pending payout. False: its money has left, and the payout must complete or fail. */
  cancel: (payout: Payout) => Promise<boolean>;
};

const MIN_PAUSE_MS = 1_000;

/**
 * The next time to ask: `at`, but at least a fiftieth of the payout's age from now. Step Functions ends an
 * execution after 25,000 events, and each call makes nine. With growing pauses, a rail that never decides is
 * asked some 900 times in its first century.
 */
export function askAgainAt({ created_at }: Payout, at: string, now: Date): string {
  const pause = Math.max(MIN_PAUSE_MS, (now.getTime() - Date.parse(created_at)) / 50);
  return new Date(Math.max(Date.parse(at), now.getTime() + pause)).toISOString();
}

/** Applies what the rail foresees for now. `wakeAt`: when to ask again. Undefined: it is settled. */
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
