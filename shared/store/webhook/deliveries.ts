import { isDeepStrictEqual } from "node:util";
import type { EventEnvelope } from "../../domain/event/event.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { Delivery, deliveryId, indexedAt, replayDelivery } from "../../domain/webhook/delivery.ts";
import { eventWrite, oldestStoredId, STORED_FOR_SECONDS } from "../event/events.ts";
import { deliveriesOf, dueShardOf, keys } from "../keys/keys.ts";
import { type Decided, untilWritten, writeDecided } from "../table/decided.ts";
import { either, isNew } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { countOf, type PageQuery, pageOf, type Range, type ResultPage } from "../table/pages.ts";
import { findAs, itemsAt } from "../table/reads.ts";
import { type Item, transact, ttlAt, type Write, write } from "../table/table.ts";
import { check, put, putNew } from "../table/writes.ts";

export async function putPing(
  owner: Owner,
  event: EventEnvelope,
  delivery: Delivery,
  memory: Write | undefined,
): Promise<void> {
  await transactOnce(
    [
      eventWrite(owner, event),
      newDeliveryWrite(owner, delivery),
      hint(owner, delivery, new Date(event.created_at)),
    ],
    memory,
  );
}

/** Puts a delivery to be made. An existing one is sent again if it failed, was held, or waits. */
export async function putReplayedDelivery(owner: Owner, fresh: Delivery, now: Date): Promise<void> {
  let before: Delivery | undefined;
  await untilWritten(async () => {
    const after = before ? replayDelivery(before, now) : fresh;
    if (!after) return { answer: undefined };
    const conflict = await transact({
      delivery: before ? saved(owner, before, after) : newDeliveryWrite(owner, after),
      hint: hint(owner, after, now),
    });
    const delivery = conflict?.found.delivery;
    before = delivery && Delivery.parse(delivery);
    return before ? undefined : { answer: undefined };
  });
}

export const newDeliveryWrite = (owner: Owner, delivery: Delivery): Write => putNew(itemOf(owner, delivery));

export async function putDelivery(owner: Owner, delivery: Delivery): Promise<boolean> {
  return (await write(newDeliveryWrite(owner, delivery))) === undefined;
}

/** Undefined when written. Another writer's item may be this very change: the SDK writes again. */
export async function moveDelivery(
  owner: Owner,
  before: Delivery,
  after: Delivery,
): Promise<{ instead: Delivery | undefined } | undefined> {
  const conflict = await write(saved(owner, before, after));
  if (!conflict) return undefined;
  const instead = conflict.found && Delivery.parse(conflict.found);
  return isDeepStrictEqual(instead, withoutUndefined(after)) ? undefined : { instead };
}

const withoutUndefined = (delivery: Delivery): unknown => JSON.parse(JSON.stringify(delivery));

/** Returns whether its endpoint is still disabled or gone. Else a replay would miss the delivery. */
export async function moveDeliveryToHeld(owner: Owner, before: Delivery, after: Delivery): Promise<boolean> {
  const stillOff = check(keys.webhook(owner, before.endpoint_id), either(isNew, { status: "disabled" }));
  return (await transact([saved(owner, before, after), stillOff])) === undefined;
}

export async function findDelivery(
  owner: Owner,
  endpointId: string,
  id: string,
  now: Date,
): Promise<Delivery | undefined> {
  if (id < oldestStoredId("dlv_", now)) return undefined;
  return findAs(keys.delivery(owner, endpointId, id), Delivery);
}

export const moveDeliveryAnew = <Answer>(
  owner: Owner,
  delivery: Delivery,
  now: Date,
  decide: (delivery: Delivery) => Decided<Delivery, Answer>,
): Promise<Answer | undefined> =>
  writeDecided(delivery, decide, {
    writes: (before, after) => ({ item: saved(owner, before, after), hint: hint(owner, after, now) }),
    parse: (item) => Delivery.parse(item),
  });

/** The write of a changed delivery. Its condition fails if another writer changed it since it was read. */
export const saved = (owner: Owner, before: Delivery, after: Delivery): Write =>
  put(itemOf(owner, after), { when: { version: before.version }, found: true });

/** The index holds a delivery only while it is due at some instant. A claim leaves its place as it is. */
function itemOf(owner: Owner, delivery: Delivery): Item {
  const due_at = indexedAt(delivery);
  return {
    ...keys.delivery(owner, delivery.endpoint_id, delivery.id),
    ...delivery,
    ...(due_at && { by_due: dueShardOf(delivery.id), due_at }),
    ttl: ttlAt(delivery.created_at, STORED_FOR_SECONDS),
  };
}

const hint = ({ account_id, mode }: Owner, { id, endpoint_id }: Delivery, now: Date): Write =>
  outboxWrite({ kind: "deliver", account_id, mode, endpoint_id, delivery_id: id }, now);

export async function findDeliveriesOf(
  owner: Owner,
  eventIds: readonly string[],
  endpointIds: readonly string[],
): Promise<Delivery[]> {
  const pairs = eventIds.flatMap((event) => endpointIds.map((endpoint) => [event, endpoint] as const));
  const deliveries = pairs.map(async ([event, endpoint]) =>
    keys.delivery(owner, endpoint, await deliveryId(event, endpoint)),
  );
  return (await itemsAt(await Promise.all(deliveries))).map((item) => Delivery.parse(item));
}

export type DeliveryFilter = { status?: Delivery["status"] | undefined };

export async function listDeliveries(
  owner: Owner,
  endpointId: string,
  filter: DeliveryFilter,
  query: PageQuery,
  now: Date,
): Promise<ResultPage<Delivery>> {
  const range = rangeOf(owner, endpointId, filter, now);
  const page = await pageOf(range, query, SEARCH);
  return { ...page, data: page.data.map((item) => Delivery.parse(item)) };
}

/** Fewer than of events, because each delivery contains the receiver's answers. */
const MAX_COUNTED = 1_000;
/** A live delivery fails after 71 hours, so a busy endpoint has many newer ones. */
const SEARCH = { among: MAX_COUNTED, most: 10_000 };

export const countDeliveries = (
  owner: Owner,
  endpointId: string,
  filter: DeliveryFilter,
  now: Date,
): Promise<number> => countOf(rangeOf(owner, endpointId, filter, now), MAX_COUNTED);

const rangeOf = (owner: Owner, endpointId: string, { status }: DeliveryFilter, now: Date): Range => ({
  partition: deliveriesOf(owner, endpointId),
  from: oldestStoredId("dlv_", now),
  ...(status && { where: { status } }),
});
