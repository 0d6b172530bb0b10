import { Delivery } from "../../../shared/domain/webhook/delivery.ts";
import { EventEnvelope } from "../../../shared/domain/event/event.ts";
import { LedgerEntry } from "../../../shared/domain/ledger/entry.ts";
import type { Noun } from "../../../shared/domain/access/noun.ts";
import { Payout } from "../../../shared/domain/payout/payout.ts";
import { PayoutBatch } from "../../../shared/domain/payout/payout-batch.ts";
import { KeptRequest } from "../../../shared/domain/account/kept-request.ts";
import { type Act, claimsOf, Receipt } from "../../../shared/domain/receipt/receipt.ts";
import { type SignupFacts, type Source, gather } from "../../../shared/domain/timeline/gather.ts";
import { timelineOf } from "../../../shared/domain/timeline/timeline.ts";
import { prefixOf } from "../../../shared/store/keys/keys.ts";

type Item = Readonly<Record<string, unknown>>;
type Parser<T> = { parse: (item: unknown) => T };

export async function timelineIn(items: readonly Item[], id: string) {
  const gathered = await gather(id, sourceIn(items));
  return (
    gathered &&
    timelineOf(gathered).steps.map(({ at = "", kind, what, state }) => ({
      at,
      kind,
      what,
      result: state === "next" ? "next" : "",
      failed: state === "bad",
    }))
  );
}

function sourceIn(items: readonly Item[]): Source {
  const of = (noun: Noun) => items.filter(({ pk }) => String(pk).startsWith(prefixOf(noun)));
  const every = <T>(noun: Noun, schema: Parser<T>, where: (item: Item) => boolean): T[] =>
    of(noun)
      .filter(where)
      .map((item) => schema.parse(item));
  const firstOf =
    <T>(noun: Noun, schema: Parser<T>) =>
    async (id: string): Promise<T | undefined> =>
      every(noun, schema, ({ sk }) => sk === id)[0];
  const event: Parser<EventEnvelope> = {
    parse: (item) => EventEnvelope.parse(JSON.parse(String((item as Item).body))),
  };
  return {
    request: async (id) =>
      every(
        "failure",
        KeptRequest,
        ({ sk, request_id }) => request_id === id && String(sk).startsWith("fail_"),
      )[0],
    payout: firstOf("payment", Payout),
    batch: firstOf("batch", PayoutBatch),
    driver: firstOf("driver", { parse: (item) => item as { created_at: string } }),
    signup: async (id) => of("signup").find(({ signup_id }) => signup_id === id) as SignupFacts | undefined,
    actsOf: async (id) =>
      every("receipt", Receipt, ({ pk }) => pk === prefixOf("receipt") + id)
        .map(claimsOf)
        .map(({ act, iat }) => ({ act: act as Act, at: new Date(iat * 1000).toISOString() })),
    entry: firstOf("entry", LedgerEntry),
    event: firstOf("event", event),
    delivery: firstOf("delivery", Delivery),
    entriesOf: async (payout) => every("entry", LedgerEntry, ({ source }) => source === payout),
    eventsAt: async (object) => every("event", event, ({ object_id }) => object_id === object),
    eventsOfDriver: async (driver) => ({
      data: every("event", event, ({ driver_id }) => driver_id === driver),
      has_more: false,
    }),
    payoutsOfDriver: async (driver) => ({
      data: every("payment", Payout, ({ driver_id }) => driver_id === driver),
      has_more: false,
    }),
    deliveriesOf: async (events) =>
      every("delivery", Delivery, ({ event_id }) => events.includes(String(event_id))),
  };
}
