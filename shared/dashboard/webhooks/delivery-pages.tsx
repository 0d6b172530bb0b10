import { hasRole } from "../../domain/account/member.ts";
import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { MAX_EVENTS_COUNTED } from "../../domain/event/event.ts";
import { attemptInWords } from "../../domain/webhook/attempt-words.ts";
import { type Delivery, schedules } from "../../domain/webhook/delivery.ts";
import type { Result } from "../../http/serve/responses.ts";
import { CopyBox, shortened } from "../frame/copy-box.tsx";
import { DeliveryState, type EndpointView } from "./endpoint-parts.tsx";
import { Dialog, dashboardPage, Empty, Facts, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, exactTime, Id, nameInWords, endsOfId, When } from "../list/cells.tsx";
import { listPage } from "../list/list-page.tsx";
import { type ListPlace, Table } from "../list/table.tsx";

export type EventView = { id: string; type: string; created_at: string; data: Record<string, unknown> };

type DeliveryProps = {
  delivery: Delivery;
  event: EventView | undefined;
};

/** The part of a receiver's answer that a page shows. A delivery has up to 20 answers of 16 KB. */
const EXCERPT = 1_000;

export const deliveryPage = (shown: Shown, { delivery, event }: DeliveryProps): Result => {
  const endpoint = `/developers/webhooks/${shown.mode}/${delivery.endpoint_id}`;
  const { attempts } = delivery;
  return dashboardPage(
    shown,
    delivery.event_type,
    <div class="cols">
      <div>
        <Part id="attempts" title="Attempts">
          {attempts.length === 0 ? (
            <Empty title="No attempt yet">
              <p>Reload in a second.</p>
            </Empty>
          ) : (
            <ol class="line">
              {attempts.toReversed().map((attempt, i) => (
                <Attempt key={attempt.at} attempt={attempt} number={attempts.length - i} />
              ))}
            </ol>
          )}
        </Part>
        {event && <CopyBox label="Event sent" text={JSON.stringify(event, null, 2)} />}
      </div>
      <aside aria-label="About the delivery">
        <NextAttempt delivery={delivery} />
        <Part id="about" title="Details">
          <Facts
            of={{
              Object: event && objectOf(event) && <Id id={objectOf(event) ?? ""} />,
              Amount: event && amountOf(event),
              Event: (
                <a href={`/developers/webhooks/${shown.mode}/events/${delivery.event_id}`}>
                  <code>{endsOfId(delivery.event_id)}</code>
                </a>
              ),
              Endpoint: (
                <a href={endpoint}>
                  <code>{endsOfId(delivery.endpoint_id)}</code>
                </a>
              ),
              Created: <When at={delivery.created_at} />,
              Delivered: delivery.delivered_at && <When at={delivery.delivered_at} />,
            }}
          />
        </Part>
      </aside>
    </div>,
    {
      notices: { resent: "The delivery is sent again. Reload in a second." },
      above: [endpoint, "Endpoint"],
      id: delivery.id,
      badge: <DeliveryState delivery={delivery} />,
      actions: hasRole(shown.role, "developer") && (
        <Dialog action={`${endpoint}/${delivery.id}/resend`} label="Send again" button="Send it now">
          <p>Your server gets this delivery once more, whether it has arrived or not.</p>
        </Dialog>
      ),
    },
  );
};

/** When the next attempt comes. A script counts down, and without one the page says how soon it is. */
const NextAttempt = ({ delivery }: { delivery: Delivery }) => {
  const { resends, next_attempt_at, failures, schedule, status } = delivery;
  const at = resends[0] ?? (status === "pending" ? next_attempt_at : undefined);
  if (at === undefined) return null;
  return (
    <Part id="next" title={failures === 0 ? "Next attempt" : "Next retry"}>
      <p class="sum" data-until={at}>
        <Ago at={at} />
      </p>
      <p class="soft">
        {resends.length > 0
          ? "By your request"
          : `Attempt ${failures + 1} of ${schedules[schedule].length + 1}, at ${exactTime(at)}`}
      </p>
    </Part>
  );
};

type AttemptProps = { attempt: Delivery["attempts"][number]; number: number };

const Attempt = ({ attempt, number }: AttemptProps) => (
  <li class={attempt.outcome === "delivered" ? "ok" : "bad"}>
    <strong>
      {number}. {nameInWords(attemptInWords(attempt))}
    </strong>
    <time dateTime={attempt.at}>{exactTime(attempt.at)}</time>
    <p>
      {attempt.kind === "manual" ? "By request" : "By the schedule"} · {attempt.duration_ms} ms
    </p>
    <Answer name="Headers of the answer" text={attempt.headers} />
    <Answer name="Body of the answer" text={attempt.excerpt} />
  </li>
);

const Answer = ({ name, text }: { name: string; text: string | undefined }) =>
  text ? (
    <>
      <p>{name}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by the keyboard */}
      <pre tabIndex={0}>
        <code>{shortened(text, EXCERPT)}</code>
      </pre>
    </>
  ) : null;

type EventsProps = { events: readonly EventView[]; count: number; place: ListPlace };

/** The ids of what an event is about. */
const TEXTS = ["id", "driver_id"] as const;

export const eventsPage = (shown: Shown, { events, count, place }: EventsProps): Result =>
  listPage(shown, "Events", {
    place,
    noun: "event",
    columns: COLUMNS,
    caption: "Events of the last 30 days, newest first",
    filters: [
      ["Created", "days"],
      ["Type", "text", "type"],
      ["Object", "text", "object"],
    ],
    counted: `${grouped(count)}${count >= MAX_EVENTS_COUNTED ? " or more" : ""} in 30 days`,
    rows: events.map((event) => [
      <a href={`/developers/webhooks/${shown.mode}/events/${event.id}`}>{event.type}</a>,
      objectOf(event) && <Id id={objectOf(event) ?? ""} />,
      amountOf(event),
      <Id id={event.id} />,
      <Ago at={event.created_at} />,
    ]),
    empty: (
      <p>
        Events of the last 30 days are listed here. <a href="/developers/payouts/test">Pay a driver</a> to
        make one.
      </p>
    ),
  });

const COLUMNS = [
  ["Event", "w p1"],
  ["Object", "p3"],
  ["Amount", "amt p2"],
  ["ID", ""],
  ["Created", "r p4"],
] as const;

/** Older versions of an event may lack an id, and their data are not checked. */
export const objectOf = ({ data }: EventView): string | undefined =>
  TEXTS.map((name) => data[name]).find((value): value is string => typeof value === "string");

const amountOf = ({ data: { amount } }: EventView): string =>
  typeof amount === "number" && Number.isSafeInteger(amount) ? exactUsd(amount) : "";

type EventProps = {
  event: EventView;
  endpoints: readonly EndpointView[];
  deliveries: readonly Delivery[];
};

const DELIVERY_COLUMNS = [
  ["Event", "p1"],
  ["Endpoint", "w p3"],
  ["Result", "p2"],
  ["Attempts", "r"],
  ["Time", "r p4"],
] as const;

/** A page may have 48 deliveries. */
const MAX_OF_URL = 60;

type EventDeliveriesProps = {
  shown: Shown;
  events: readonly EventView[];
  deliveries: readonly Delivery[];
  urls: ReadonlyMap<string, string>;
};

export const EventDeliveries = ({ shown, events, deliveries, urls }: EventDeliveriesProps) => {
  const base = `/developers/webhooks/${shown.mode}`;
  const rows = events.flatMap((event) => {
    const its = deliveries.filter(({ event_id }) => event_id === event.id);
    if (its.length === 0) {
      const link = <a href={`${base}/events/${event.id}`}>{event.type}</a>;
      return [[link, "No endpoint subscribes to it", "", "0", <Ago at={event.created_at} />]];
    }
    return its.map((delivery) => [
      <a href={`${base}/${delivery.endpoint_id}/${delivery.id}`}>{event.type}</a>,
      <bdi>{shortened(urls.get(delivery.endpoint_id) ?? "Deleted endpoint", MAX_OF_URL)}</bdi>,
      <DeliveryState delivery={delivery} />,
      String(delivery.attempts.length),
      <Ago at={delivery.attempts.at(-1)?.at ?? delivery.created_at} />,
    ]);
  });
  return rows.length === 0 ? (
    <p class="soft">No event of the last 30 days.</p>
  ) : (
    <Table caption="Events with their deliveries, newest first" columns={DELIVERY_COLUMNS} rows={rows} />
  );
};

export const eventPage = (shown: Shown, { event, endpoints, deliveries }: EventProps): Result => {
  const base = `/developers/webhooks/${shown.mode}`;
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const object = objectOf(event);
  return dashboardPage(
    shown,
    event.type,
    <>
      <Facts
        of={{
          Object: object && <Id id={object} />,
          Amount: amountOf(event),
          Created: <When at={event.created_at} />,
          Timeline: <a href={`/developers/home/${shown.mode}/timeline?id=${event.id}`}>See the timeline</a>,
        }}
      />
      <Part id="endpoints" title="Endpoints">
        <EventDeliveries shown={shown} events={[event]} deliveries={deliveries} urls={urls} />
      </Part>
      <CopyBox
        label="Body, as it is signed and sent (without these line breaks)"
        text={JSON.stringify(event, null, 2)}
      />
    </>,
    { above: [`${base}/events`, "Events"], id: event.id },
  );
};
