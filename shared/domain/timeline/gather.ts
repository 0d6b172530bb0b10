import type { KeptRequest } from "../account/kept-request.ts";
import type { Driver } from "../driver/driver.ts";
import type { EventEnvelope } from "../event/event.ts";
import { idForm, prefixes } from "../item/ids.ts";
import type { LedgerEntry } from "../ledger/entry.ts";
import type { Payout } from "../payout/payout.ts";
import type { PayoutBatch } from "../payout/payout-batch.ts";
import type { Act } from "../receipt/receipt.ts";
import type { LiveSignup, SandboxSignup } from "../signup/signup.ts";
import type { Delivery } from "../webhook/delivery.ts";

type Texts = Iterable<string>;
export type SignupFacts = Pick<SandboxSignup, "status" | "created_at"> &
  Partial<Pick<LiveSignup, "mails" | "disowned" | "expires_at">> & {
    mails_sent?: Texts | undefined;
    mails_dropped?: Texts | undefined;
    mode: "live" | "sandbox";
  };

export type Gathered = {
  /** The id that was asked for, and that of the object that it belongs to. */
  asked: string;
  subject: string;
  request?: KeptRequest | undefined;
  payout?: Payout | undefined;
  batch?: PayoutBatch | undefined;
  driver?: Pick<Driver, "created_at"> | undefined;
  signup?: SignupFacts | undefined;
  acts?: readonly { act: Act; at: string }[];
  entries?: readonly LedgerEntry[];
  /** The newest of a driver. */
  payouts?: readonly Payout[];
  events?: readonly EventEnvelope[];
  deliveries?: readonly Delivery[];
  hasMore?: boolean;
};

type Found<T> = Promise<T | undefined>;
type Some<T> = { data: readonly T[]; has_more: boolean };

export type Source = {
  request: (id: string) => Found<KeptRequest>;
  payout: (id: string) => Found<Payout>;
  batch: (id: string) => Found<PayoutBatch>;
  driver: (id: string) => Found<Pick<Driver, "created_at">>;
  signup: (id: string) => Found<SignupFacts>;
  actsOf: (id: string) => Promise<readonly { act: Act; at: string }[]>;
  entry: (id: string) => Found<LedgerEntry>;
  event: (id: string) => Found<EventEnvelope>;
  delivery: (id: string) => Found<Delivery>;
  entriesOf: (payoutId: string) => Promise<readonly LedgerEntry[]>;
  eventsAt: (objectId: string, instants: readonly string[]) => Promise<readonly EventEnvelope[]>;
  eventsOfDriver: (driverId: string) => Promise<Some<EventEnvelope>>;
  payoutsOfDriver: (driverId: string) => Promise<Some<Payout>>;
  deliveriesOf: (eventIds: readonly string[]) => Promise<readonly Delivery[]>;
};

/** What an id may be. API Gateway makes ids of requests, and the local cloud UUIDs. */
const KINDS = [
  ["payout", idForm("pay_")],
  ["batch", idForm("bat_")],
  ["driver", idForm("drv_")],
  ["entry", idForm("txn_")],
  ["event", idForm("evt_")],
  ["delivery", idForm("dlv_")],
  ["signup", idForm(`(?:${prefixes.liveSignup}|${prefixes.sandboxSignup})`)],
  ["request", /^[\w=-]{12,64}$/],
] as const;
export type TimelineKind = (typeof KINDS)[number][0];

/**
 * The kind of object that an id names, if a timeline can show it.
 *
 * @example
 * timelineKindOf("pay_01j9z8v7w6x5y4t3s2r1q0p9n8"); // => "payout"
 * timelineKindOf("Ana"); // => undefined
 */
export const timelineKindOf = (id: string): TimelineKind | undefined =>
  KINDS.find(([, pattern]) => pattern.test(id))?.[0];

/** An entry, an event and a delivery lead to their payout or batch, so that each id shows all of it. */
export async function gather(id: string, source: Source): Promise<Gathered | undefined> {
  switch (timelineKindOf(id)) {
    case "payout":
      return ofPayout(id, await source.payout(id), source);
    case "batch":
      return ofBatch(id, await source.batch(id), source);
    case "driver":
      return ofDriver(id, source);
    case "entry":
      return ofEntry(id, source);
    case "event":
      return ofEvent(id, await source.event(id), source);
    case "delivery": {
      const delivery = await source.delivery(id);
      if (!delivery) return undefined;
      const event = await source.event(delivery.event_id);
      return event ? ofEvent(id, event, source) : { asked: id, subject: id, deliveries: [delivery] };
    }
    case "signup": {
      const signup = await source.signup(id);
      return signup && { asked: id, subject: id, signup, acts: await source.actsOf(id) };
    }
    case "request": {
      const request = await source.request(id);
      return request && { asked: id, subject: id, request };
    }
    case undefined:
      return undefined;
  }
}

async function ofPayout(requestedId: string, payout: Payout | undefined, source: Source) {
  if (!payout) return undefined;
  const { id, completed_at, failed_at, refunded_at } = payout;
  const instants = [completed_at, failed_at, refunded_at].filter((at) => at !== undefined);
  const [entries, events] = await Promise.all([source.entriesOf(id), source.eventsAt(id, instants)]);
  return { asked: requestedId, subject: id, payout, entries, ...(await withDeliveries(events, source)) };
}

async function ofBatch(requestedId: string, batch: PayoutBatch | undefined, source: Source) {
  if (!batch) return undefined;
  const { id, completed_at } = batch;
  const events = await source.eventsAt(id, completed_at === undefined ? [] : [completed_at]);
  return { asked: requestedId, subject: id, batch, ...(await withDeliveries(events, source)) };
}

/** The deliveries of a driver's events are left out, since each event leads to its own. */
async function ofDriver(id: string, source: Source): Promise<Gathered | undefined> {
  const driver = await source.driver(id);
  const [events, payouts] = await Promise.all([source.eventsOfDriver(id), source.payoutsOfDriver(id)]);
  // The payouts and events of a deleted driver stay.
  if (!driver && events.data.length + payouts.data.length === 0) return undefined;
  const hasMore = events.has_more || payouts.has_more;
  return { asked: id, subject: id, driver, events: events.data, payouts: payouts.data, hasMore };
}

async function ofEntry(id: string, source: Source): Promise<Gathered | undefined> {
  const entry = await source.entry(id);
  if (!entry) return undefined;
  const gathered = await ofPayout(id, await source.payout(entry.source), source);
  return gathered ?? { asked: id, subject: id, entries: [entry] };
}

async function ofEvent(id: string, event: EventEnvelope | undefined, source: Source) {
  if (!event) return undefined;
  const about = String(event.data.id);
  const kind = timelineKindOf(about);
  const gathered =
    kind === "payout"
      ? await ofPayout(id, await source.payout(about), source)
      : kind === "batch" && (await ofBatch(id, await source.batch(about), source));
  return gathered || { asked: id, subject: event.id, ...(await withDeliveries([event], source)) };
}

const withDeliveries = async (events: readonly EventEnvelope[], source: Source) => ({
  events,
  deliveries: await source.deliveriesOf(events.map(({ id }) => id)),
});
