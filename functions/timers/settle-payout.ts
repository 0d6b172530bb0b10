import type { TimerAnswer } from "../../shared/domain/event/outbox.ts";
import { parseAddress } from "../../shared/domain/owner.ts";
import { type Payout, settlePayout } from "../../shared/domain/payout/payout.ts";
import { askAgainAt } from "../../shared/domain/payout/payout-rail.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { withSavings } from "../../shared/http/savings/with-savings.ts";
import { EARLY_MS, serveTimer } from "../../shared/http/serve/serve-timer.ts";
import { findPayout, movePayout } from "../../shared/store/payout/payouts.ts";

/**
 * Moves a payout on if the rail says that its next step is due, and returns when to call again. The rail is
 * asked about the moved payout at once, since most have no further step and need no further call.
 */
export const handler = serveTimer("settle-payout", async ({ id: address }, now): Promise<TimerAnswer> => {
  const { owner, id } = parseAddress(address);
  const payout = await findPayout(owner, id);
  if (!payout) return { done: true };
  const rail = adapterOf(owner.mode, "rail");
  const step = await rail.next(payout, now);
  if (!step) return { done: true };
  const later = (current: Payout, at: string) => ({
    done: false as const,
    id: address,
    at: askAgainAt(current, at, now),
  });
  if (Date.parse(step.at) - EARLY_MS > now.getTime()) return later(payout, step.at);

  const after = settlePayout(payout, step.transition, now, step.failure_code);
  const moved = await withSavings(owner, after, now, (saved) =>
    movePayout(owner, payout, step.transition, saved.payout, now, undefined, saved.writes),
  );
  // Another call may have moved it. The next call reads its new status.
  if (!moved) return later(payout, now.toISOString());
  const next = await rail.next(after, now);
  return next ? later(after, next.at) : { done: true };
});
