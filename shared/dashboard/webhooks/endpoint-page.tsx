import type { Reason, Verdict } from "../../client/verify-webhook.ts";
import { hasRole } from "../../domain/account/member.ts";
import { grouped } from "../../domain/money/cents.ts";
import { attemptInWords } from "../../domain/webhook/attempt-words.ts";
import type { Delivery } from "../../domain/webhook/delivery.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "../frame/copy-box.tsx";
import { type EventView, objectOf } from "./delivery-pages.tsx";
import { EndpointForms, ReplayForm } from "./endpoint-forms.tsx";
import { DeliveryState, type EndpointHealth, EndpointState, type EndpointView } from "./endpoint-parts.tsx";
import { dashboardPage, Empty, Facts, Part, Strip } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, endsOfId, nameInWords, Short, When } from "../list/cells.tsx";
import { Pages, type ListPlace, Table, Tabs } from "../list/table.tsx";
import { VerifierBox } from "./verifier-box.tsx";

type EndpointProps = {
  endpoint: EndpointView;
  health: EndpointHealth;
  deliveries: readonly Delivery[];
  events: readonly EventView[];
  place: ListPlace;
  /** The time of the last delivery that a search without a match looked at, if there are more. */
  searchedTo: string | undefined;
  status: string | undefined;
};

/** The form has the whole, of the description too. */
const MAX_OF_URL = 300;

const NOTICES: Record<string, string> = {
  saved: "The endpoint is saved.",
  active: "The endpoint is enabled. Replay the events that it missed.",
  disabled: "The endpoint is disabled. We store its events for 30 days.",
  pinged: "The ping is on its way. Reload in a second.",
  replayed: "The replay has begun. Missed events arrive in the next minutes.",
};

export const endpointPage = (shown: Shown, props: EndpointProps): Result => {
  const { endpoint, health, deliveries, place, searchedTo, status } = props;
  const list = `/developers/webhooks/${shown.mode}`;
  const base = `${list}/${endpoint.id}`;
  return dashboardPage(
    shown,
    shortened(hostOf(endpoint), MAX_OF_HOST),
    <>
      <Evidence health={health} />
      <div class="cols">
        <div>
          <Part id="deliveries" title="Deliveries">
            <Tabs place={place} name="status" label="Status" tabs={STATUSES} />
            {deliveries.length === 0 ? (
              <NoDelivery status={status} searchedTo={searchedTo} />
            ) : (
              deliveriesTable(shown, props, base)
            )}
            <Pages place={place} />
          </Part>
          <VerifierBox base={base} />
        </div>
        <aside aria-label="About the endpoint">
          <About endpoint={endpoint} />
          {hasRole(shown.role, "developer") && (
            <EndpointForms endpoint={endpoint} base={base} shown={shown} />
          )}
        </aside>
      </div>
    </>,
    {
      notices: NOTICES,
      above: [list, "Webhooks"],
      id: endpoint.id,
      badge: <EndpointState endpoint={endpoint} health={health} />,
      actions: hasRole(shown.role, "developer") && endpoint.status === "active" && (
        <ReplayForm base={base} missed={health.missed + health.waiting} />
      ),
      lead: <code>{shortened(endpoint.url, MAX_OF_URL)}</code>,
    },
  );
};

const MAX_OF_HOST = 100;
const hostOf = ({ url }: EndpointView): string => new URL(url).host;

const Evidence = ({ health }: { health: EndpointHealth }) => {
  const { all, delivered, atFirst, p95_ms, last_success_at } = health;
  if (all === 0) return null;
  return (
    <Strip
      of={{
        [`Delivered, newest ${all}`]: `${delivered} of ${all}`,
        "At the first attempt": `${Math.round((100 * atFirst) / all)}%`,
        "Answer, p95": p95_ms === undefined ? "–" : `${grouped(p95_ms)} ms`,
        "Last success": last_success_at ? <Ago at={last_success_at} /> : "None",
      }}
    />
  );
};

const STATUSES = [
  [undefined, "All"],
  ["delivered", "Delivered"],
  ["pending", "Pending"],
  ["failed", "Failed"],
  ["held", "Held"],
] as const;

/** Next attempts where one waits, and in each file. An object leads to its event's timeline. */
const deliveriesTable = ({ mode, csvDay }: Shown, props: EndpointProps, base: string) => {
  const { deliveries, events, place } = props;
  const objects = new Map(events.map((event) => [event.id, objectOf(event)]));
  const isWaiting = csvDay !== undefined || deliveries.some((delivery) => nextOf(delivery) !== undefined);
  return (
    <Table
      caption="Deliveries, newest first"
      list={{ name: "deliveries", place }}
      columns={[
        ["Event", "p1"],
        ["Status", "p3"],
        ["Object", isWaiting ? "" : "p2"],
        ["Last attempt", "w"],
        ...(isWaiting ? [["Next attempt", "r p2 l"] as const] : []),
        ["Created", "r p4"],
      ]}
      rows={deliveries.map((delivery) => {
        const object = objects.get(delivery.event_id);
        const next = nextOf(delivery);
        return [
          <a href={`${base}/${delivery.id}`}>{delivery.event_type}</a>,
          <DeliveryState delivery={delivery} />,
          object && object !== delivery.endpoint_id && (
            <a href={`/developers/home/${mode}/timeline?id=${delivery.event_id}`}>
              <code>
                <Short of={object}>{endsOfId(object)}</Short>
              </code>
            </a>
          ),
          lastAttempt(delivery),
          ...(isWaiting ? [next && <Ago at={next} />] : []),
          <Ago at={delivery.created_at} />,
        ];
      })}
    />
  );
};

const nextOf = ({ resends, status, next_attempt_at }: Delivery) =>
  resends[0] ?? (status === "pending" ? next_attempt_at : undefined);

function lastAttempt({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (!last) return "No attempt yet";
  return last.status === undefined
    ? nameInWords(attemptInWords(last))
    : `${last.status} · ${grouped(last.duration_ms)} ms`;
}

const NoDelivery = ({ status, searchedTo }: Pick<EndpointProps, "status" | "searchedTo">) =>
  searchedTo ? (
    <Empty title={`No ${status} delivery so far`}>
      <p>
        We searched back to <When at={searchedTo} />. Choose Older to search on from there.
      </p>
    </Empty>
  ) : (
    <Empty title={status ? `No ${status} delivery` : "No delivery yet"}>
      <p>Deliveries of the last 30 days are listed here, newest first.</p>
    </Empty>
  );

const About = ({ endpoint }: { endpoint: EndpointView }) => (
  <Part id="about" title="Settings">
    <Facts
      of={{
        Events: endpoint.events.includes("*") ? "all" : endpoint.events.join(", "),
        Description: endpoint.description && <bdi>{shortened(endpoint.description, MAX_OF_URL)}</bdi>,
        Created: <When at={endpoint.created_at} />,
        "Failing since": endpoint.failing_since && <When at={endpoint.failing_since} />,
        "Old secrets": endpoint.previous_secret_expires_at && (
          <>
            the first stops at <When at={endpoint.previous_secret_expires_at} />
          </>
        ),
      }}
    />
  </Part>
);

const RIGHT_BUT: Partial<Record<Reason, { title: string; why: string }>> = {
  timestamp_too_old: {
    title: "The signature is right, but the timestamp is old",
    why: "This delivery is genuine. Its timestamp is more than five minutes old, so a server that checks it now refuses it. If your server refused it on arrival, your server's clock is ahead, or someone sent a recorded copy.",
  },
  timestamp_too_new: {
    title: "The signature is right, but the timestamp is in the future",
    why: "This delivery is genuine. Its timestamp is more than five minutes ahead of our clock.",
  },
};

type VerifiedProps = { endpoint: EndpointView; verdict: Verdict };

export const verifiedPage = (shown: Shown, { endpoint, verdict }: VerifiedProps): Result => {
  const untimely = verdict.ok ? undefined : RIGHT_BUT[verdict.reason];
  return dashboardPage(
    shown,
    verdict.ok ? "The signature is right" : (untimely?.title ?? "The signature is wrong"),
    <>
      {verdict.ok ? (
        <p class="notice">This delivery is genuine: event {verdict.id}, signed for this endpoint.</p>
      ) : (
        <div class="mistakes">
          <p>
            <strong>Why:</strong> {untimely?.why ?? verdict.message}
          </p>
        </div>
      )}
      <VerifierBox base={`/developers/webhooks/${shown.mode}/${endpoint.id}`} />
    </>,
    { above: [`/developers/webhooks/${shown.mode}/${endpoint.id}`, "Endpoint"] },
  );
};
