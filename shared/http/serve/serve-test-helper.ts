import { missing, statusConflict } from "../../contract/errors.ts";
import type { testHelperOperation } from "../../contract/platform/test-helpers/test-helper.ts";
import {
  type FailureCode,
  type PayoutTransition,
  type RefundReason,
  payoutTransitions,
  settlePayout,
} from "../../domain/payout/payout.ts";
import { publicPayout } from "../../domain/payout/public-payout.ts";
import { findPayout, movePayout } from "../../store/payout/payouts.ts";
import { requireTestMode } from "../guard/require-test-mode.ts";
import { withSavings } from "../savings/with-savings.ts";
import { servePlatform } from "./serve-platform.ts";

type Helped = Exclude<PayoutTransition, "cancel">;

export const serveTestHelper = <T extends Helped>(
  contract: ReturnType<typeof testHelperOperation<T>>,
  transition: T,
) =>
  servePlatform(contract, {
    load: async ({ params }, { owner }) => {
      requireTestMode(owner);
      const payout = await findPayout(owner, params.id);
      if (!payout) throw missing("No test payout has this id. Check the id.", "id");
      return payout;
    },
    answer: async ({ body }, { owner, now, loaded: payout, reply, remember }) => {
      const { failure_code, reason } = (body ?? {}) as { failure_code?: FailureCode; reason?: RefundReason };
      const after = settlePayout(payout, transition, now, { failure_code, refund_reason: reason });
      const answer = await withSavings(owner, after, now, async (saved) => {
        const moved = reply("moved", publicPayout(saved.payout));
        const memory = remember(moved);
        const isMoved = await movePayout(owner, payout, transition, saved.payout, memory, saved.writes);
        return isMoved === "savings_changed" ? isMoved : isMoved && moved;
      });
      if (answer) return answer;
      const { from } = payoutTransitions[transition];
      const needed = `${from.join(" or ")}${transition === "refund" ? " and has money left" : ""}`;
      throw statusConflict(
        `The payout is ${payout.status}. This test helper needs one that is ${needed}.`,
        "id",
      );
    },
  });
