import type { Owner } from "../../shared/domain/item/owner.ts";
import { type Payout, settlePayout } from "../../shared/domain/payout/payout.ts";
import { askAgainAt, type PayoutRail, type Step } from "../../shared/domain/payout/payout-rail.ts";
import { adapterOf } from "../../shared/http/guard/adapters.ts";
import { withSavings } from "../../shared/http/savings/with-savings.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { EARLY_MS } from "../../shared/http/serve/serve-timer.ts";
import { hintOf, type PayoutHint } from "../../shared/queues/hints.ts";
import { findPayouts, movePayout, postponePayout } from "../../shared/store/payout/payouts.ts";

type Due = Owner & { payout: Payout };

async function settlePayouts(addresses: readonly string[]): Promise<string[]> {
  const payouts = await findPayouts(addresses);
  // Later than all that happened to them before.
  const now = new Date();
  const outcomes: Promise<string>[] = [];
  for (const [mode, some] of Map.groupBy(payouts, (each) => each.mode)) {
    const rail = adapterOf(mode, "rail");
    const steps = await rail.next(
      some.map(({ payout }) => payout),
      now,
    );
    outcomes.push(...some.map((each, i) => settle(rail, each, steps[i] ?? null, now)));
  }
  // A payout that fails does not stop the others.
  const results = await Promise.allSettled(outcomes);
  return results.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

/** The rail is asked about the moved payout at once, since most have no further step and leave the index. */
async function settle(rail: PayoutRail, due: Due, step: Step | null, now: Date): Promise<string> {
  const { payout } = due;
  if (!step || Date.parse(step.at) - EARLY_MS > now.getTime()) return wait(due, step, now);
  const after = settlePayout(payout, step.transition, now, step);
  const [next] = await rail.next([after], now);
  const due_at = next ? askAgainAt(after, next.at, now) : undefined;
  const moved = await withSavings(due, { ...after, due_at }, now, (saved) =>
    movePayout(due, payout, step.transition, saved.payout, undefined, saved.writes),
  );
  // Another call may have moved it, and left it in the index while it is due.
  if (!moved) return "moved";
  await hintOf(due, { ...payout, due_at });
  return after.status;
}

async function wait(due: Due, step: Step | null, now: Date): Promise<string> {
  const { payout } = due;
  const due_at = step ? askAgainAt(payout, step.at, now) : undefined;
  if (due_at !== payout.due_at && !(await postponePayout(due, payout, due_at))) return "moved";
  await hintOf(due, { ...payout, due_at });
  return due_at ? "waits" : "done";
}

export const handler = serveQueue("settle-payout", () => async ({ body }) => {
  const { payouts } = JSON.parse(body) as PayoutHint;
  return (await settlePayouts(payouts)).join(" ");
});
