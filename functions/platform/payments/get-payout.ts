import { Problem } from "../../../shared/contract/errors.ts";
import { getPayoutOperation } from "../../../shared/contract/platform/payments/get-payout.ts";
import { publicPayout } from "../../../shared/domain/payout/payout.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findPayout } from "../../../shared/store/payout/payouts.ts";

export const handler = servePlatform(getPayoutOperation, {
  answer: async ({ params }, { owner, reply }) => {
    const payout = await findPayout(owner, params.id);
    if (!payout)
      throw new Problem(
        "resource_missing",
        "No payout has this id in your key's mode (test or live). Check the id and the key.",
        "id",
      );
    return reply("found", publicPayout(payout));
  },
});
