import { invalid, missing } from "../../contract/errors.ts";
import { EventType } from "../../domain/event/event-type.ts";
import type { Result } from "../../http/serve/responses.ts";
import { deliveryPage, eventPage, eventsPage } from "./delivery-pages.tsx";
import { countEvents, findEvent, listEvents } from "../../store/event/events.ts";
import { findDeliveriesOf } from "../../store/webhook/deliveries.ts";
import { listEndpoints } from "../../store/webhook/endpoints.ts";
import { requireDelivery } from "../../webhooks/require-delivery.ts";
import { viewOf } from "./load-endpoints.ts";
import { cursorIn, daysIn, listPlaceOf, rowsOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export const requireOwnDelivery = ({ owner, params: { id = "", delivery = "" }, now }: DashboardRequest) =>
  requireDelivery(owner, { id, delivery_id: delivery }, now);

export async function showDelivery(request: DashboardRequest): Promise<Result> {
  const { shown, owner, now } = request;
  const delivery = await requireOwnDelivery(request);
  const event = await findEvent(owner, delivery.event_id, now);
  return deliveryPage(shown, { delivery, event });
}

const SHOWN_EVENTS = 30;

export async function showEvents(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query, now } = request;
  const cursor = cursorIn(query, "evt");
  const type = EventType.safeParse(query.get("type")?.trim()).data;
  if (query.get("type") && !type) throw invalid("`type` must be a type of event, such as payment.completed.");
  const object_id = query.get("object")?.trim() || undefined;
  const filter = { type, object_id, ...daysIn(query, "evt_") };
  const [page, count] = await Promise.all([
    listEvents(owner, filter, { limit: rowsOf(request, SHOWN_EVENTS), ...cursor }, now),
    countEvents(owner, filter, now),
  ]);
  return eventsPage(shown, { events: page.data, count, place: listPlaceOf(request, cursor, page) });
}

export async function showEvent({ shown, owner, params, now }: DashboardRequest): Promise<Result> {
  const [event, endpoints] = await Promise.all([
    findEvent(owner, params.event ?? "", now),
    listEndpoints(owner),
  ]);
  if (event) {
    const ids = endpoints.map(({ id }) => id);
    const deliveries = await findDeliveriesOf(owner, [event.id], ids);
    return eventPage(shown, {
      event,
      deliveries,
      endpoints: endpoints.map((endpoint) => viewOf(endpoint, now)),
    });
  }
  throw missing("No event of the last 30 days has this id in this mode.");
}
