import { getDeliveryOperation } from "../../../shared/contract/platform/webhooks/get-delivery.ts";
import { publicDeliveryWithAttempts } from "../../../shared/domain/webhook/public-delivery.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { requireDelivery } from "../../../shared/webhooks/require-delivery.ts";

export const handler = servePlatform(getDeliveryOperation, {
  load: ({ params }, { owner, now }) => requireDelivery(owner, params, now),
  answer: (_, { loaded: delivery, reply }) => reply("found", publicDeliveryWithAttempts(delivery)),
});
