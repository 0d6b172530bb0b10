import * as z from "zod/mini";
import { sortableId } from "../item/ids.ts";
import { Instant, note } from "../text/text.ts";
import { EventType } from "./event-type.ts";

/** An entry of an endpoint's `events`: a type, or `*` for all types, future ones included. */
export const Subscription = z.enum(["*", ...EventType.options]);
export type Subscription = z.infer<typeof Subscription>;

/** Sent to one endpoint on request. It cannot be subscribed to, and `*` does not include it. */
export const PING = "ping";

/**
 * 1 for an object's first event, and one more for each later one. Deliveries overtake each other, so a
 * receiver drops an event whose sequence is not higher than the last that it applied.
 */
export const Sequence = z.int().register(z.globalRegistry, {
  id: "Sequence",
  description: "Numbers this object's events from 1. Drop any that is not above your last.",
});

/** The sequence of the events of an object that never changes: a repetition has nothing new. */
export const ONLY = 1;

/** Events expire, so there is no running count: a list counts or searches this many of the newest. */
export const MAX_EVENTS_COUNTED = 10_000;

export const EventEnvelope = z.object({
  id: z.string(),
  type: note(z.union([EventType, z.literal(PING)]), "The event's type."),
  created_at: note(z.clone(Instant), "When the event happened."),
  data: note(
    z.record(z.string(), z.unknown()),
    "The object that the event is about. The document's `webhooks` describe it by type.",
  ),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

export const newPing = (endpointId: string, livemode: boolean, now: Date): EventEnvelope =>
  eventEnvelope(PING, { id: endpointId, object: "webhook_endpoint", livemode }, now);

/** A new event at `now`, with unchecked data. `newEvent` checks them. */
export const eventEnvelope = (
  type: EventEnvelope["type"],
  data: Record<string, unknown>,
  now: Date,
): EventEnvelope => ({
  id: sortableId("evt_", now),
  type,
  created_at: now.toISOString(),
  data,
});

export const isSubscribed = (events: readonly Subscription[], type: EventEnvelope["type"]): boolean =>
  type !== PING && events.some((selector) => selector === "*" || selector === type);

/** The text that is stored with the event: DynamoDB maps do not keep the order of keys. */
export const eventBody = ({ id, type, created_at, data }: EventEnvelope): string =>
  JSON.stringify({ id, type, created_at, data });

/** The same JSON in ASCII, so a receiver that decodes it with a wrong charset still has the signed bytes. */
export const deliveredBody = (stored: string): string =>
  stored.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Without a charset, a Java servlet decodes the body as ISO-8859-1. */
export const DELIVERED_TYPE = "application/json; charset=utf-8";
