import { type EventEnvelope, isSubscribed } from "../../shared/domain/event/event.ts";
import { parseReplay, replayCursor, restOf } from "../../shared/domain/event/replay.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { deliveryId, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import type { WebhookEndpoint } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { serveTimer } from "../../shared/http/serve/serve-timer.ts";
import { listEvents } from "../../shared/store/event/events.ts";
import { putReplayedDelivery } from "../../shared/store/webhook/deliveries.ts";
import { findEndpoint } from "../../shared/store/webhook/endpoints.ts";

const PAGE = 25;
/** Several result pages: one a call would exceed a state machine's history of 25,000 entries. */
const WORK_FOR_MS = 5_000;

/** Sends missed events, as many result pages as time allows. A repeat can send a few of them again. */
export const handler = serveTimer("replay-events", async ({ id, at }, now) => {
  let replay = parseReplay(id);
  const endpoint = await findEndpoint(replay, replay.endpoint_id);
  if (endpoint?.status !== "active") return { done: true };
  for (const until = performance.now() + WORK_FOR_MS; performance.now() < until; ) {
    const { data: events, has_more } = await listEvents(replay, replay, { limit: PAGE }, now);
    const missed = events.filter(({ type }) => isSubscribed(endpoint.events, type));
    await Promise.all(missed.map((event) => redeliver(replay, event, endpoint, now)));
    const last = events.at(-1);
    if (!last || !has_more) return { done: true };
    replay = restOf(replay, last.id);
  }
  return { done: false, id: replayCursor(replay), at };
});

async function redeliver(
  owner: Owner,
  event: EventEnvelope,
  endpoint: WebhookEndpoint,
  now: Date,
): Promise<void> {
  const delivery = newDelivery(await deliveryId(event.id, endpoint.id), event, endpoint, now);
  await putReplayedDelivery(owner, delivery, now);
}
