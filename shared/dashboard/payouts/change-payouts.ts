import { statusConflict } from "../../contract/errors.ts";
import { mayBe, type PayoutTransition, RefundReason, settlePayout } from "../../domain/payout/payout.ts";
import { adapterOf } from "../../http/guard/adapters.ts";
import { withSavings } from "../../http/savings/with-savings.ts";
import type { Result } from "../../http/serve/responses.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { movePayout } from "../../store/payout/payouts.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { requireOwnPayout } from "./load-payouts.ts";

/** The same as the API's cancellation and its test helpers, with their usual reason for a failure. */
export const moveTo =
  (transition: PayoutTransition) =>
  async (request: DashboardRequest): Promise<Result> => {
    const { owner, form, now, remember } = request;
    const payout = await requireOwnPayout(request);
    const page = `/developers/payouts/${owner.mode}/${payout.id}?done=${transition}`;
    const after = settlePayout(payout, transition, now, {
      failure_code: transition === "fail" ? "account_closed" : undefined,
      refund_reason: RefundReason.safeParse(form.reason).data,
    });
    const isAllowed =
      mayBe(transition, payout) &&
      (transition !== "cancel" || (await adapterOf(owner.mode, "rail").cancel(payout)));
    const isMoved =
      isAllowed &&
      (await withSavings(owner, after, now, (saved) =>
        movePayout(owner, payout, transition, saved.payout, remember(page), saved.writes),
      ));
    if (isMoved) return seeOther(page);
    throw statusConflict(`The payout is ${payout.status} already. Reload the page.`);
  };
