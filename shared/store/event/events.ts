import { EventEnvelope, eventBody, MAX_EVENTS_COUNTED } from "../../domain/event/event.ts";
import { type EventDefinition, newEvent, type Unmarked } from "../../domain/event/new-event.ts";
import type { ReplayRequest } from "../../domain/event/outbox.ts";
import { firstIdAfter } from "../../domain/item/ids.ts";
import { isLive, type Owner } from "../../domain/item/owner.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { countOf, type PageQuery, pageOf, type Range, type ResultPage } from "../table/pages.ts";
import { findBatch, findItem } from "../table/reads.ts";
import { type Emission, type Item, ttlAt, type Write } from "../table/table.ts";
import { putNew } from "../table/writes.ts";

export const STORED_FOR_SECONDS = 30 * 24 * 60 * 60;

/** Stored as the text that is delivered: a map would lose the order of its keys, and so the signature. */
export const eventWrite = (owner: Owner, event: EventEnvelope): Write =>
  putNew({
    ...keys.event(owner, event.id),
    type: event.type,
    ...aboutOf(event),
    body: eventBody(event),
    ttl: ttlAt(event.created_at, STORED_FOR_SECONDS),
  });

function aboutOf({ data }: EventEnvelope) {
  const { id: object_id, object, driver_id } = data as Partial<Record<string, string>>;
  return {
    ...(object_id !== undefined && { object_id }),
    ...(driver_id !== undefined && { driver_id }),
    ...(object === "driver" && { driver_id: object_id }),
  };
}

/** The write of an event, for the transaction of the change it reports: neither exists without the other. */
export const emitWrite =
  <Of extends EventDefinition>(owner: Owner, event: Of, data: Unmarked<Of>): Emission =>
  (now) =>
    eventWrite(owner, newEvent(event, { ...data, livemode: isLive(owner) }, now));

export async function putEvent<Of extends EventDefinition>(
  owner: Owner,
  event: Of,
  data: Unmarked<Of>,
  memory: Write | undefined,
): Promise<void> {
  await transactOnce([emitWrite(owner, event, data)], memory);
}

export async function putReplayRequest(
  request: ReplayRequest,
  now: Date,
  memory: Write | undefined,
): Promise<void> {
  await transactOnce([outboxWrite(request, now)], memory);
}

export const parseEvent = ({ body }: Item): EventEnvelope => EventEnvelope.parse(JSON.parse(String(body)));

export async function findEvent(owner: Owner, id: string, now: Date): Promise<EventEnvelope | undefined> {
  if (id < oldestStoredId("evt_", now)) return undefined;
  const item = await findItem(keys.event(owner, id));
  return item && parseEvent(item);
}

export async function findEventBody(owner: Owner, id: string): Promise<string> {
  const item = await findItem(keys.event(owner, id));
  if (!item) throw new Error("The delivery's event is no longer stored");
  return String(item.body);
}

/** By id, in one consistent call. Those that are gone, or that DynamoDB was too busy to read, are absent. */
export async function findEventBodies(
  events: readonly { owner: Owner; id: string }[],
): Promise<Map<string, string>> {
  // DynamoDB rejects a call that names an item twice.
  const byId = new Map(events.map(({ owner, id }) => [id, keys.event(owner, id)]));
  if (byId.size === 0) return new Map();
  const { items } = await findBatch([...byId.values()]);
  return new Map(items.map(({ sk, body }) => [String(sk), String(body)]));
}

export type EventFilter = {
  type?: EventEnvelope["type"] | undefined;
  driver_id?: string | undefined;
  object_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export async function listEvents(
  owner: Owner,
  filter: EventFilter,
  query: PageQuery,
  now: Date,
): Promise<ResultPage<EventEnvelope>> {
  const page = await listEventItems(owner, filter, query, now);
  return { ...page, data: page.data.map(parseEvent) };
}

/** With what is stored beside the event: the request that made it, or the batch. */
export const listEventItems = (owner: Owner, filter: EventFilter, query: PageQuery, now: Date) =>
  pageOf(rangeOf(owner, filter, now), query, SEARCH);

const SEARCH = { among: MAX_EVENTS_COUNTED, most: MAX_EVENTS_COUNTED };

export const countEvents = (owner: Owner, filter: EventFilter, now: Date): Promise<number> =>
  countOf(rangeOf(owner, filter, now), MAX_EVENTS_COUNTED);

/** The lowest id that has not expired. DynamoDB deletes expired items up to days late. */
export const oldestStoredId = (prefix: string, now: Date): string =>
  firstIdAfter(prefix, new Date(now.getTime() - STORED_FOR_SECONDS * 1000).toISOString());

function rangeOf(owner: Owner, { type, driver_id, object_id, from, to }: EventFilter, now: Date): Range {
  const oldest = oldestStoredId("evt_", now);
  const filters = Object.entries({ type, driver_id, object_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    partition: partitionOf("event", owner),
    from: from && from > oldest ? from : oldest,
    ...(to && { to }),
    ...(filters.length > 0 && { where: Object.fromEntries(filters) }),
  };
}
