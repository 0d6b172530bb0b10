import type { EventData } from "../../domain/event/event-catalogue.ts";
import type { EventType } from "../../domain/event/event-type.ts";
import { newEvent } from "../../domain/event/new-event.ts";
import type { Owner } from "../../domain/owner.ts";
import { eventWrite } from "../event/events.ts";
import type { Write } from "./table.ts";

/**
 * The write of an event. It belongs into the transaction of the change that it tells of: the stream carries it on from there, so
 * the event exists if and only if the change does.
 */
export const emitWrite = <T extends EventType>(owner: Owner, type: T, data: EventData<T>, now: Date): Write =>
  eventWrite(owner, newEvent(type, data, now));
