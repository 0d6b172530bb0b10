import { idsOfChange } from "../../domain/item/horizon.ts";
import { Mode, type Owner } from "../../domain/item/owner.ts";
import { type Act, claimsOf } from "../../domain/receipt/receipt.ts";
import type { Source, TimelineKind } from "../../domain/timeline/gather.ts";
import { Delivery, deliveryId } from "../../domain/webhook/delivery.ts";
import { accountsInParts } from "../account/account-directory.ts";
import { listKeptRequests } from "../account/kept-requests.ts";
import { findDriver } from "../driver/drivers.ts";
import { findEvent, listEvents, oldestStoredId } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { findLedgerEntry, listLedgerEntries } from "../ledger/entry-lists.ts";
import { findPayoutBatch } from "../payout/payout-batches.ts";
import { listPayouts } from "../payout/payout-lists.ts";
import { findPayout } from "../payout/payouts.ts";
import { listReceipts } from "../receipt/receipts.ts";
import { findSignup } from "../signup/signups.ts";
import { itemsAt } from "../table/reads.ts";
import { timeScale } from "../table/time-scale.ts";
import { listEndpointIds } from "../webhook/endpoints.ts";

/** A driver may have many. The timeline says if there are more. */
const NEWEST_PAYOUTS = 25;
const NEWEST_EVENTS = 50;
/** A payout has an entry for each change of its status. */
const MAX_ENTRIES = 100;

/** A signup belongs to no account. So who asks gives its reader, or one that finds none. */
export type SignupSource = Pick<Source, "signup" | "actsOf">;

export const anySignup = (now: Date): SignupSource => ({
  signup: (id) => findSignup(id, now),
  actsOf: async (id) =>
    (await listReceipts(id)).map((receipt) => {
      const { act, iat } = claimsOf(receipt);
      return { act: act as Act, at: new Date(iat * 1000).toISOString() };
    }),
});

/** By key or in a short range, except the failed request, among the newest 5,000, and a driver's events. */
export function timelineSource(owner: Owner, signups: SignupSource, now: Date): Source {
  const deliveriesAt = async (places: readonly { endpoint: string; id: string }[]) => {
    // A delivery that has expired may be deleted days late.
    const stored = places.filter(({ id }) => id >= oldestStoredId("dlv_", now));
    const items = await itemsAt(stored.map(({ endpoint, id }) => keys.delivery(owner, endpoint, id)));
    return items.map((item) => Delivery.parse(item));
  };
  return {
    ...signups,
    request: async (request_id) =>
      (await listKeptRequests(owner, { request_id }, { limit: 1 }, now, ["fail_"])).data[0],
    payout: (id) => findPayout(owner, id),
    batch: (id) => findPayoutBatch(owner, id),
    driver: (id) => findDriver(owner, id),
    entry: (id) => findLedgerEntry(owner, id),
    event: (id) => findEvent(owner, id, now),
    delivery: async (id) => {
      const endpoints = await listEndpointIds(owner);
      return (await deliveriesAt(endpoints.map((endpoint) => ({ endpoint, id }))))[0];
    },
    entriesOf: async (payout) => (await listLedgerEntries(owner, { payout }, { limit: MAX_ENTRIES })).data,
    eventsAt: async (object_id, instants) => {
      const pages = await Promise.all(
        instants.map((at) => {
          const filter = { object_id, ...idsOfChange("evt_", at, timeScale()) };
          return listEvents(owner, filter, { limit: NEWEST_EVENTS }, now);
        }),
      );
      // Changes within seconds have each other's events in their ranges.
      return [...new Map(pages.flatMap(({ data }) => data.map((event) => [event.id, event]))).values()];
    },
    eventsOfDriver: (driver_id) => listEvents(owner, { driver_id }, { limit: NEWEST_EVENTS }, now),
    payoutsOfDriver: (driver_id) => listPayouts(owner, { driver_id }, { limit: NEWEST_PAYOUTS }),
    deliveriesOf: async (events) => {
      if (events.length === 0) return [];
      const endpoints = await listEndpointIds(owner);
      const places = endpoints.flatMap((endpoint) =>
        events.map(async (event) => ({ endpoint, id: await deliveryId(event, endpoint) })),
      );
      return deliveriesAt(await Promise.all(places));
    },
  };
}

const keyed = {
  payout: keys.payment,
  batch: keys.batch,
  driver: keys.driver,
  entry: keys.entry,
  event: keys.event,
  endpoint: keys.webhook,
} as const satisfies Partial<Record<TimelineKind | "endpoint", unknown>>;
export const isKeyed = (kind: string): kind is keyof typeof keyed => kind in keyed;

/** In both modes, one call reads them. */
const ACCOUNTS_AT_ONCE = 50;

/** The owner of an object: each account is asked, 50 in a call. Only operators may. */
export async function findOwnerOf(kind: keyof typeof keyed, id: string): Promise<Owner | undefined> {
  for await (const accounts of accountsInParts(ACCOUNTS_AT_ONCE)) {
    const owners = accounts.flatMap((account_id) => Mode.options.map((mode) => ({ account_id, mode })));
    const [item] = await itemsAt(owners.map((owner) => keyed[kind](owner, id)));
    if (item) return owners.find((owner) => keyed[kind](owner, id).pk === item.pk);
  }
  return undefined;
}
