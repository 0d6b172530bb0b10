import * as z from "zod/mini";
import { type EventEnvelope, eventEnvelope } from "./event.ts";
import { catalogue, type EventData } from "./event-catalogue.ts";
import type { EventType } from "./event-type.ts";

/** An event of what happened at `now`. Its data are checked here: what is not in the catalogue cannot be emitted. */
export function newEvent<T extends EventType>(type: T, data: EventData<T>, now: Date): EventEnvelope {
  return eventEnvelope(type, z.parse(catalogue[type].data, data), now);
}
