import { isSubscribed } from "../../shared/domain/event/event.ts";
import type { FanOutRequest } from "../../shared/domain/event/outbox.ts";
import { instantOf } from "../../shared/domain/item/ids.ts";
import { deliveryId, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { newestByUrl } from "../../shared/domain/webhook/newest-by-url.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { sendFirstHints } from "../../shared/queues/hints.ts";
import { putDelivery } from "../../shared/store/webhook/deliveries.ts";
import { listEndpoints } from "../../shared/store/webhook/endpoints.ts";

/** For each subscribed URL, once. No endpoint gets an event from before its creation. */
export const handler = serveQueue("fan-out-event", () => async ({ body }) => {
  const { account_id, mode, event_id, type } = JSON.parse(body) as FanOutRequest;
  const owner = { account_id, mode };
  const now = new Date();
  const subscribed = (await listEndpoints(owner)).filter(
    ({ status, events, created_at }) =>
      status === "active" && isSubscribed(events, type) && new Date(created_at) <= instantOf(event_id),
  );
  const hints = await Promise.all(
    newestByUrl(subscribed).map(async (endpoint) => {
      const delivery_id = await deliveryId(event_id, endpoint.id);
      const fresh = newDelivery(delivery_id, { id: event_id, type }, endpoint, now);
      const isNew = await putDelivery(owner, fresh);
      return { ...owner, endpoint_id: endpoint.id, delivery_id, ...(isNew && { fresh }) };
    }),
  );
  // A hint without a delivery is lost. After a crash in between, the message is retried.
  await sendFirstHints(hints);
  return `${hints.length} deliveries`;
});
