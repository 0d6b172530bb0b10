import { listDeliveriesOperation } from "../../../shared/contract/platform/webhooks/list-deliveries.ts";
import { publicDelivery } from "../../../shared/domain/webhook/public-delivery.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { countDeliveries, listDeliveries } from "../../../shared/store/webhook/deliveries.ts";
import { requireWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = serveList(listDeliveriesOperation, {
  require: ({ params }, { owner }) => requireWebhook(owner, params.id),
  list: ({ params, query }, { owner, now }) => listDeliveries(owner, params.id, query, query, now),
  count: ({ params, query }, { owner, now }) => countDeliveries(owner, params.id, query, now),
  show: publicDelivery,
});
