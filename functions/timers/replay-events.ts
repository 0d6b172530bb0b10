import { deliveryId, newDelivery } from "../../shared/domain/delivery.ts";
import { isSubscribed } from "../../shared/domain/event.ts";
import { parseReplay, replayCursor, restOf } from "../../shared/domain/replay.ts";
import { serveTimer } from "../../shared/http/serve-timer.ts";
import { replayDelivery } from "../../shared/store/deliveries.ts";
import { findEndpoint } from "../../shared/store/endpoints.ts";
import { listEvents } from "../../shared/store/events.ts";

const PAGE = 25;

/** Sends an endpoint the events that it missed, a page a call. A page that is done twice sends nothing twice. */
export const handler = serveTimer("replay-events", async ({ id, at }, now) => {
  const replay = parseReplay(id);
  const endpoint = await findEndpoint(replay, replay.endpoint_id);
  if (endpoint?.status !== "active") return { done: true };
  const { data: events, has_more } = await listEvents(replay, replay, { upTo: undefined, limit: PAGE, now });
  for (const event of events) {
    if (!isSubscribed(endpoint.events, event.type)) continue;
    const fresh = newDelivery(await deliveryId(event.id, endpoint.id), event, endpoint, now);
    await replayDelivery(replay, fresh, now);
  }
  const last = events.at(-1);
  if (!last || !has_more) return { done: true };
  return { done: false, id: replayCursor(restOf(replay, last.id)), at };
});
