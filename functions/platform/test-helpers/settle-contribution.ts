import { missing, statusConflict } from "../../../shared/contract/errors.ts";
import { settleContributionOperation } from "../../../shared/contract/platform/test-helpers/settle-contribution.ts";
import { publicContribution } from "../../../shared/domain/savings/contribution.ts";
import { requireTestMode } from "../../../shared/http/guard/require-test-mode.ts";
import { contribute } from "../../../shared/http/savings/contribute.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findPayout } from "../../../shared/store/payout/payouts.ts";
import { findContribution } from "../../../shared/store/savings/contributions.ts";

export const handler = servePlatform(settleContributionOperation, {
  load: async ({ params }, { owner }) => {
    requireTestMode(owner);
    const payout = await findPayout(owner, params.id);
    if (!payout) throw missing("No test payout has this id. Check the id.", "id");
    return payout;
  },
  answer: async (_, { owner, now, loaded: payout, reply, remember }) => {
    const contribution =
      payout.contribution_id === undefined
        ? undefined
        : await findContribution(owner, payout.contribution_id);
    if (!contribution)
      throw statusConflict("The payout saved nothing. Its `savings_reason` says why, or is null.", "id");
    if (contribution.status === "pending" || contribution.status === "sent") {
      const at = now.toISOString();
      const after = {
        ...contribution,
        status: "settled" as const,
        sent_at: contribution.sent_at ?? at,
        settled_at: at,
      };
      const settled = reply("settled", publicContribution(after));
      // A refund, or this call sent twice, may have been faster.
      if ((await contribute(owner, contribution, now, remember(settled))) === "settled") return settled;
    }
    throw statusConflict("The contribution is settled or reversed already. Read it.", "id");
  },
});
