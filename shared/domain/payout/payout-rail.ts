import { instantOf } from "../item/ids.ts";
import { type Payout, type PayoutTransition, settlePayout, type Why } from "./payout.ts";

export type Step = { transition: PayoutTransition; at: string } & Why;

/** A request of a rail, as it came. `headers` have names in lower case. */
type RailCall = { headers: Readonly<Record<string, string | undefined>>; body: string };

/**
 * Moves the money. A payout is stored before its rail first sees it, and the rail is asked until it answers
 * null. `bank_account_id`: from the rail's own {@link BankLinker}. An adapter must: make a payout at most
 * once, by its id; answer for all payouts within 3 s, in their order, or throw to be asked again; answer null
 * when no further step will come, and a later `at` when it does not know yet, which {@link askAgainAt} may
 * postpone (a rail that calls back names an instant by which its call must have come); never name a step that
 * the status does not allow. Only a thrown error's name is logged.
 */
export type PayoutRail = {
  /** The next step of each payout. A rail that can only be polled gets all that are due in batches. */
  next: (payouts: readonly Payout[], now: Date) => Promise<readonly (Step | null)[]>;
  /** What a rail that takes payouts at fixed times adds to a new one. It may throw a problem. */
  schedule?: (payout: Payout, now: Date) => Payout;
  /** Present when the rail knows an instant payout's outcome at once, without moving money. */
  foresee?: (payout: Payout) => Step | null;
  /** Stops a pending payout. False: its money has left, and the payout must complete or fail. */
  cancel: (payout: Payout) => Promise<boolean>;
  /** The addresses (`addressOf`) of the payouts that a call is about. Undefined: not the rail's signature. */
  hear?: (call: RailCall) => Promise<readonly string[] | undefined>;
};

/** SQS's longest delay, so the longest wait of a hint. */
const HINTED_MS = 900_000;

/** Whether a payout got a hint of its own when it became due at this instant. The sweeper sends any other. */
export const hasHint = (payoutId: string, dueAt: string): boolean =>
  Date.parse(dueAt) - instantOf(payoutId).getTime() <= HINTED_MS;

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 2 * 60 * 60_000;

/**
 * `at`, but at least a quarter of the payout's age from now, or two hours: each instant costs three write
 * units, so a rail that decides after four days costs some 200.
 */
export function askAgainAt({ created_at, due_at }: Payout, at: string, now: Date): string {
  // The hint came early.
  if (at === due_at) return at;
  const age = now.getTime() - Date.parse(created_at);
  const pause = Math.max(SHORTEST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, age / 4));
  return new Date(Math.max(Date.parse(at), now.getTime() + pause)).toISOString();
}

export function settleAtOnce(rail: PayoutRail, payout: Payout, now: Date): Payout {
  if (rail.schedule) return rail.schedule(payout, now);
  if (!rail.foresee) return { ...payout, due_at: payout.created_at };
  const step = rail.foresee(payout);
  if (!step || Date.parse(step.at) > now.getTime()) return { ...payout, due_at: step?.at };
  return settleAtOnce(rail, settlePayout(payout, step.transition, now, step), now);
}
