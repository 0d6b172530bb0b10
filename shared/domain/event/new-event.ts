import * as z from "zod/mini";
import { type EventEnvelope, eventEnvelope } from "./event.ts";
import type { EventType } from "./event-type.ts";

/** An event type and the schema of its data. A function bundles the definitions of the events it emits. */
export type EventDefinition<
  T extends EventType = EventType,
  Data extends z.ZodMiniObject = z.ZodMiniObject,
> = {
  type: T;
  data: Data;
};

export const defineEvent = <T extends EventType, Data extends z.ZodMiniObject>(
  type: T,
  data: Data,
): EventDefinition<T, Data> => ({ type, data });

/** An event's data without the flag, which every writer of events takes from the owner. */
export type Unmarked<Of extends EventDefinition> = Of extends EventDefinition
  ? Omit<z.infer<Of["data"]>, "livemode">
  : never;

export function newEvent<Of extends EventDefinition>(
  { type, data: schema }: Of,
  data: Unmarked<Of> & { livemode: boolean },
  now: Date,
): EventEnvelope {
  return eventEnvelope(type, z.parse(schema, data), now);
}
