import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import { Instant } from "../text.ts";
import { EventType } from "./event-type.ts";

/** What an endpoint may ask for: types, or all of them, those to come included. */
export const Subscription = z.enum(["*", ...EventType.options]);
export type Subscription = z.infer<typeof Subscription>;

/** Sent to one endpoint when its owner asks for a ping: nobody subscribes to it, and `*` does not mean it. */
export const PING = "ping";

/** What is delivered: these four, and nothing else, in this order. */
export const EventEnvelope = z.object({
  id: z.string(),
  type: z.union([EventType, z.literal(PING)]),
  created_at: Instant,
  data: z.record(z.string(), z.unknown()),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

export const newPing = (endpointId: string, now: Date): EventEnvelope =>
  eventEnvelope(PING, { id: endpointId, object: "webhook_endpoint" }, now);

/** An event of what happened at `now`, whatever its data are. */
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
  type !== PING && events.some((wanted) => wanted === "*" || wanted === type);

/** What is signed and sent. Keep this text with the event: a table's maps forget the order of their keys. */
export const eventBody = ({ id, type, created_at, data }: EventEnvelope): string =>
  JSON.stringify({ id, type, created_at, data });
