import { statusConflict } from "../../../shared/contract/errors.ts";
import { resendDeliveryOperation } from "../../../shared/contract/platform/webhooks/resend-delivery.ts";
import { resend } from "../../../shared/domain/webhook/delivery.ts";
import { publicDelivery } from "../../../shared/domain/webhook/public-delivery.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveDeliveryAnew } from "../../../shared/store/webhook/deliveries.ts";
import { requireDelivery, unknownDelivery } from "../../../shared/webhooks/require-delivery.ts";
import { requireActiveWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(resendDeliveryOperation, {
  load: async ({ params }, { owner, now }) => {
    const [delivery] = await Promise.all([
      requireDelivery(owner, params, now),
      requireActiveWebhook(owner, params.id),
    ]);
    return delivery;
  },
  answer: async (_, { owner, now, loaded, reply, remember }) => {
    const accepted = await moveDeliveryAnew(owner, loaded, now, (delivery) => {
      const after = resend(delivery, now);
      if (!after)
        throw statusConflict(
          "Too many resends are already pending (maximum 10). Wait until one is sent.",
          "delivery_id",
        );
      const answer = reply("accepted", publicDelivery(after));
      return { after, answer, memory: remember(answer) };
    });
    if (!accepted) throw unknownDelivery();
    return accepted;
  },
});
