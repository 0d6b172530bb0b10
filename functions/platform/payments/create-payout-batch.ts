import { createPayoutBatchOperation } from "../../../shared/contract/platform/payments/create-payout-batch.ts";
import { isOfDocs } from "../../../shared/domain/account/api-key.ts";
import { MAX_BATCH_BYTES, newBatch, publicBatch } from "../../../shared/domain/payout/payout-batch.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { networkOf } from "../../../shared/http/guard/source.ts";
import { tooLarge } from "../../../shared/http/serve/request.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putBatch } from "../../../shared/store/payout/payout-batches.ts";

export const handler = servePlatform(createPayoutBatchOperation, {
  answer: async ({ body: { payouts } }, { owner, key, now, source, reply, remember }) => {
    // Numbers such as 1e20 are longer in our own JSON.
    if (Buffer.byteLength(JSON.stringify(payouts)) > MAX_BATCH_BYTES) throw tooLarge(MAX_BATCH_BYTES);
    // Without it, no payout of the batch could be made.
    adapterOf(owner.mode, "rail");
    const network = isOfDocs(key) ? networkOf(source) : undefined;
    const batch = newBatch(payouts.length, key, network, now);
    const accepted = reply("accepted", publicBatch(batch));
    await putBatch(owner, batch, payouts, remember(accepted));
    return accepted;
  },
});
