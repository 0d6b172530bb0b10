import * as z from "zod/mini";
import { type EventEnvelope, eventEnvelope } from "./event.ts";
import { catalogue, type EventData } from "./event-catalogue.ts";
import type { EventType } from "./event-type.ts";

/** A new event at `now`. The catalogue's schema parses its data, so only catalogued fields are emitted. */
export function newEvent<T extends EventType>(type: T, data: EventData<T>, now: Date): EventEnvelope {
  return eventEnvelope(type, z.parse(catalogue[type].data, data), now);
}
