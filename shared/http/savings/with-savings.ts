import { Problem } from "../../contract/errors.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import {
  reserveSavings,
  returnSavings,
  type SavedPayout,
  unsaved,
} from "../../store/savings/payout-savings.ts";
import { untilWritten } from "../../store/table/decided.ts";
import { AlreadyAnswered } from "../../store/table/idempotency.ts";
import { findAdapter } from "../guard/adapters.ts";
import { logFault } from "../serve/telemetry.ts";

/** Others who save for the same person were faster so often: this payout saves nothing. */
const ATTEMPTS = 4;

type Attempt<Answer> = (saved: SavedPayout) => Promise<Answer | "savings_changed">;

/**
 * `attempt` writes payout and savings in one transaction, and again when the savings have changed. A
 * completion never fails or waits for its savings: it then saves nothing, and says so. A refund must know
 * what came back, so its faults are faults.
 */
export async function withSavings<Answer>(
  owner: Owner,
  payout: Payout,
  now: Date,
  attempt: Attempt<Answer>,
): Promise<Answer> {
  if (payout.status === "refunded" && payout.contribution_id !== undefined)
    return untilWritten(async () => {
      const answer = await attempt(await returnSavings(owner, payout, now));
      return answer === "savings_changed" ? undefined : { answer: answer as Answer };
    });
  const last = async (saved: SavedPayout) => (await attempt(saved)) as Answer;
  if (payout.status !== "completed" || payout.savings === undefined) return last({ payout, writes: [] });
  if (!findAdapter(owner.mode, "contributions")) return last(unsaved(payout, "not_available_yet"));
  for (let nth = 0; nth < ATTEMPTS; nth++) {
    const saved = await reserveSavings(owner, payout, payout.savings).catch(asFault);
    if (!saved) break;
    if (saved.writes.length === 0) return last(saved);
    const answer = await attempt(saved).catch(asFault);
    if (answer !== undefined && answer !== "savings_changed") return answer as Answer;
    if (answer === undefined) break;
  }
  return last(unsaved(payout, "unavailable"));
}

/** An answer for the caller stays one. */
function asFault(error: unknown): undefined {
  if (error instanceof Problem || error instanceof AlreadyAnswered) throw error;
  logFault("savings", error);
}
