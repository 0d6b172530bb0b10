import { isSubscribed } from "../../shared/domain/event/event.ts";
import type { FanOutRequest } from "../../shared/domain/event/outbox.ts";
import { deliveryId, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { sendFirstHints } from "../../shared/queues/hints.ts";
import { putDelivery } from "../../shared/store/webhook/deliveries.ts";
import { listEndpoints } from "../../shared/store/webhook/endpoints.ts";

/** Makes a delivery of an event to each endpoint that is subscribed to it, once, however often the message comes. */
export const handler = serveQueue("fan-out-event", () => async ({ body }) => {
  const { account_id, mode, event_id, type } = JSON.parse(body) as FanOutRequest;
  const owner = { account_id, mode };
  const now = new Date();
  const wanting = (await listEndpoints(owner)).filter(
    ({ status, events }) => status === "active" && isSubscribed(events, type),
  );
  const hints = await Promise.all(
    wanting.map(async (endpoint) => {
      const delivery_id = await deliveryId(event_id, endpoint.id);
      await putDelivery(owner, newDelivery(delivery_id, { id: event_id, type }, endpoint, now));
      return { ...owner, endpoint_id: endpoint.id, delivery_id };
    }),
  );
  // Only now: a hint that found nothing would be gone. After a crash in between the message comes again, and all of it is done again.
  await sendFirstHints(hints);
  return `${hints.length} deliveries`;
});
