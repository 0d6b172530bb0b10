import { getPayoutOperation } from "../../../shared/contract/platform/payments/get-payout.ts";
import { publicPayout } from "../../../shared/domain/payout/public-payout.ts";
import { requirePayout } from "../../../shared/http/guard/require-payout.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";

export const handler = servePlatform(getPayoutOperation, {
  load: ({ params }, { owner }) => requirePayout(owner, params.id),
  answer: (_, { loaded: payout, reply }) => reply("found", publicPayout(payout)),
});
