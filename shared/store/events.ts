import type { EventType } from "../domain/event.ts";
import { sortableId } from "../domain/ids.ts";
import type { Owner } from "../domain/owner.ts";
import { keys } from "./keys.ts";
import { putNew, ttlAt, type Write } from "./table.ts";

const KEPT_FOR_SECONDS = 30 * 24 * 60 * 60;

/**
 * The write of an event. It belongs into the transaction of the change that it tells of: the stream carries it on from there, so
 * the event exists if and only if the change does.
 */
export function emit(owner: Owner, type: EventType, data: object, now: Date): Write {
  const id = sortableId("evt_", now);
  return putNew({
    ...keys.event(owner, id),
    id,
    type,
    created_at: now.toISOString(),
    data,
    ttl: ttlAt(now, KEPT_FOR_SECONDS),
  });
}
