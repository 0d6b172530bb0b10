import { Problem } from "../../../shared/contract/errors.ts";
import { cancelPayoutOperation } from "../../../shared/contract/platform/payments/cancel-payout.ts";
import { mayBe, settlePayout } from "../../../shared/domain/payout/payout.ts";
import { publicPayout } from "../../../shared/domain/payout/public-payout.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { requirePayout } from "../../../shared/http/guard/require-payout.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { movePayout } from "../../../shared/store/payout/payouts.ts";
import { isDryRun } from "../../../shared/store/table/dry-run.ts";

export const handler = servePlatform(cancelPayoutOperation, {
  load: ({ params }, { owner }) => requirePayout(owner, params.id),
  answer: async (_, { owner, now, loaded: payout, reply, remember }) => {
    const after = settlePayout(payout, "cancel", now);
    const canceled = reply("canceled", publicPayout(after));
    const rail = adapterOf(owner.mode, "rail");
    const stopped = mayBe("cancel", payout) && (isDryRun() || (await rail.cancel(payout)));
    if (stopped && (await movePayout(owner, payout, "cancel", after, remember(canceled)))) return canceled;
    throw new Problem(
      "status_conflict",
      "Only a pending payout can be canceled. Read the payout again.",
      "id",
    );
  },
});
