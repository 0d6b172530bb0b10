import { pingWebhookOperation } from "../../../shared/contract/platform/webhooks/ping-webhook.ts";
import { newPing } from "../../../shared/domain/event/event.ts";
import { isLive } from "../../../shared/domain/item/owner.ts";
import { deliveryId, newDelivery } from "../../../shared/domain/webhook/delivery.ts";
import { publicDelivery } from "../../../shared/domain/webhook/public-delivery.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putPing } from "../../../shared/store/webhook/deliveries.ts";
import { requireActiveWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(pingWebhookOperation, {
  load: ({ params }, { owner }) => requireActiveWebhook(owner, params.id),
  answer: async (_, { owner, now, loaded: endpoint, reply, remember }) => {
    const event = newPing(endpoint.id, isLive(owner), now);
    const delivery = newDelivery(await deliveryId(event.id, endpoint.id), event, endpoint, now);
    const created = reply("created", publicDelivery(delivery));
    await putPing(owner, event, delivery, remember(created));
    return created;
  },
});
