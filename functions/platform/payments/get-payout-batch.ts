import { getPayoutBatchOperation } from "../../../shared/contract/platform/payments/get-payout-batch.ts";
import { publicBatch } from "../../../shared/domain/payout/payout-batch.ts";
import { requireBatch } from "../../../shared/http/guard/require-payout.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";

export const handler = servePlatform(getPayoutBatchOperation, {
  load: ({ params }, { owner }) => requireBatch(owner, params.id),
  answer: (_, { loaded: batch, reply }) => reply("found", publicBatch(batch)),
});
