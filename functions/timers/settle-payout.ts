import type { TimerAnswer } from "../../shared/domain/event/outbox.ts";
import { parseAddress } from "../../shared/domain/owner.ts";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { askAgainAt } from "../../shared/domain/payout/payout-rail.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { EARLY_MS, serveTimer } from "../../shared/http/serve/serve-timer.ts";
import { findPayout, movePayout } from "../../shared/store/payout/payouts.ts";

/** Moves a payout on if the rail says that its next step is due, and returns when to call again. */
export const handler = serveTimer("settle-payout", async ({ id: address }, now): Promise<TimerAnswer> => {
  const { owner, id } = parseAddress(address);
  const payout = await findPayout(owner, id);
  const step = payout && (await adapterOf(owner.mode, "rail").next(payout, now));
  if (!step) return { done: true };
  if (Date.parse(step.at) - EARLY_MS > now.getTime()) {
    return { done: false, id: address, at: askAgainAt(payout, step.at, now) };
  }

  const moved = await movePayout(
    owner,
    payout,
    step.transition,
    settlePayout(payout, step.transition, now, step.failure_code),
    now,
  );
  // Another call may have moved it. The next call reads its new status either way.
  const at = now.toISOString();
  return { done: false, id: address, at: moved ? at : askAgainAt(payout, at, now) };
});
