import { hasRole } from "../../domain/account/member.ts";
import { exactUsd } from "../../domain/cents.ts";
import type { Result } from "../../http/serve/responses.ts";
import { CopyBox, shortened } from "./copy-box.tsx";
import { DeliveryState } from "./endpoint-parts.tsx";
import { dashboardPage, Empty, Facts, Part, PostForm, type Shown } from "./frame.tsx";
import { Ago, Id, When } from "./list/cells.tsx";
import { Filters, Pages, type ListPlace, Table } from "./list/table.tsx";

type EventView = { id: string; type: string; created_at: string; data: Record<string, unknown> };

type AttemptView = {
  at: string;
  kind: string;
  outcome: string;
  status: number | null;
  cause: string | null;
  duration_ms: number;
  excerpt: string | null;
};

type DeliveryProps = {
  delivery: {
    id: string;
    endpoint_id: string;
    event_id: string;
    event_type: string;
    status: string;
    next_attempt_at: string | null;
    attempts: readonly AttemptView[];
  };
  event: EventView | undefined;
  done: string | undefined;
};

/** The part of a receiver's answer that a page shows. A delivery has up to 20 answers of 16 KB. */
const EXCERPT = 1_000;

export const deliveryPage = (shown: Shown, { delivery, event, done }: DeliveryProps): Result => {
  const endpoint = `/developers/webhooks/${shown.mode}/${delivery.endpoint_id}`;
  return dashboardPage(
    shown,
    "Delivery",
    <div class="cols">
      <Part id="attempts" title="Attempts">
        {delivery.attempts.length === 0 ? (
          <Empty title="No attempt yet">
            <p>Reload in a second.</p>
          </Empty>
        ) : (
          <ol class="received">
            {delivery.attempts.toReversed().map((attempt) => (
              <li key={attempt.at}>
                <Attempt attempt={attempt} />
              </li>
            ))}
          </ol>
        )}
        {event && <CopyBox label="Body" text={JSON.stringify(event, null, 2)} />}
      </Part>
      <Part id="about" title="Details">
        <Facts
          of={{
            Type: <code>{delivery.event_type}</code>,
            Event: (
              <a href={`/developers/webhooks/${shown.mode}/events/${delivery.event_id}`}>
                <code>{delivery.event_id}</code>
              </a>
            ),
            Endpoint: (
              <a href={endpoint}>
                <code>{delivery.endpoint_id}</code>
              </a>
            ),
            "Next attempt": delivery.next_attempt_at && <When at={delivery.next_attempt_at} />,
          }}
        />
      </Part>
    </div>,
    {
      notice: done === "resent" ? "The delivery is sent again. Reload in a second." : undefined,
      above: [endpoint, "Endpoint"],
      id: delivery.id,
      badge: <DeliveryState status={delivery.status} />,
      actions: hasRole(shown.role, "developer") && (
        <PostForm shown={shown} action={`${endpoint}/${delivery.id}/resend`} button="Send again now" />
      ),
    },
  );
};

const Attempt = ({ attempt }: { attempt: AttemptView }) => (
  <>
    <div class="split">
      <span>
        <strong>{attempt.status ?? attempt.outcome}</strong>{" "}
        <span class="fine">
          {attempt.kind}
          {attempt.cause && `, failed at ${attempt.cause}`} · {attempt.duration_ms} ms
        </span>
      </span>
      <span class="fine">
        <When at={attempt.at} />
      </span>
    </div>
    {attempt.excerpt && (
      <>
        <p class="fine">Your server's answer:</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by the keyboard */}
        <pre tabIndex={0}>
          <code>{shortened(attempt.excerpt, EXCERPT)}</code>
        </pre>
      </>
    )}
  </>
);

type EventsProps = { events: readonly EventView[]; place: ListPlace; now: Date };

const TEXTS = ["id", "driver_id"] as const;

export const eventsPage = (shown: Shown, { events, place, now }: EventsProps): Result =>
  dashboardPage(
    shown,
    "Events",
    events.length === 0 && place.query.size === 0 ? (
      <Empty title="No event yet">
        <p>
          Events of the last 30 days are listed here. <a href="/developers/playground/test">Make one</a>.
        </p>
      </Empty>
    ) : (
      <>
        <Filters
          place={place}
          filters={[
            ["Created", "days"],
            ["Type", "text", "type"],
            ["Object", "text", "object"],
          ]}
        />
        <Table
          caption="Events of the last 30 days, newest first"
          columns={COLUMNS}
          rows={events.map((event) => [
            <a href={`/developers/webhooks/${shown.mode}/events/${event.id}`}>{event.type}</a>,
            objectOf(event) && <Id id={objectOf(event) ?? ""} />,
            amountOf(event),
            <Id id={event.id} />,
            <Ago at={event.created_at} now={now} />,
          ])}
        />
        {events.length === 0 && <Empty title="No event matches">{null}</Empty>}
        <Pages place={place} />
      </>
    ),
  );

const COLUMNS = [
  ["Event", "w p1"],
  ["Object", "p3"],
  ["Amount", "amt p2"],
  ["ID", ""],
  ["Created", "r p4"],
] as const;

/** Older versions of an event may lack an id, and their data are not checked. */
const objectOf = ({ data }: EventView): string | undefined =>
  TEXTS.map((name) => data[name]).find((value): value is string => typeof value === "string");

const amountOf = ({ data: { amount } }: EventView): string =>
  typeof amount === "number" && Number.isSafeInteger(amount) ? exactUsd(amount) : "";

export const eventPage = (shown: Shown, { event }: { event: EventView }): Result =>
  dashboardPage(
    shown,
    "Event",
    <CopyBox
      label="Body, as it is signed and sent (without these line breaks)"
      text={JSON.stringify(event, null, 2)}
    />,
    {
      above: [`/developers/webhooks/${shown.mode}/events`, "Events"],
      id: event.id,
      lead: (
        <>
          <code>{event.type}</code> · <When at={event.created_at} />
        </>
      ),
    },
  );
