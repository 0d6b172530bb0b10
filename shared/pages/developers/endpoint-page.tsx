import type { Reason, Verdict } from "../../client/verify.ts";
import { hasRole } from "../../domain/account/member.ts";
import type { Result } from "../../http/serve/responses.ts";
import { EndpointForms } from "./endpoint-forms.tsx";
import { DeliveryTag, EndpointStatus, WebhookTabs } from "./endpoint-parts.tsx";
import type { EndpointView } from "./endpoint-view.ts";
import { dashboardPage, Empty, Facts, Older, type Shown, When } from "./frame.tsx";
import { VerifierBox } from "./verifier-box.tsx";

type DeliveryView = {
  id: string;
  event_type: string;
  status: string;
  created_at: string;
  next_attempt_at: string | null;
  last_attempt: { status: number | null; outcome: string } | null;
};

type EndpointProps = {
  endpoint: EndpointView;
  deliveries: readonly DeliveryView[];
  /** The last delivery's id, or that of the last one searched, if there are more. */
  older: string | undefined;
  /** The time of the last delivery that a search without a match looked at, if there are more. */
  searchedTo: string | undefined;
  status: string | undefined;
  done: string | undefined;
};

const NOTICES: Record<string, string> = {
  saved: "The endpoint is saved.",
  active: "The endpoint is enabled. Replay the events that it missed.",
  disabled: "The endpoint is disabled. We store its events for 30 days.",
  pinged: "The ping is on its way. Reload in a second.",
  replayed: "The replay has begun. Missed events arrive in the next minutes.",
};

export const endpointPage = (shown: Shown, props: EndpointProps): Result => {
  const { endpoint, deliveries, older, searchedTo, status, done } = props;
  const base = `/developers/webhooks/${shown.mode}/${endpoint.id}`;
  return dashboardPage(
    shown,
    endpoint.isInbox ? "Test receiver" : "Endpoint",
    <>
      <WebhookTabs shown={shown} />
      <About endpoint={endpoint} />
      <div class="split">
        <h2>Deliveries</h2>
        <nav class="modes" aria-label="Filter">
          {[undefined, "delivered", "pending", "failed", "held"].map((one) => (
            <a
              key={one ?? "all"}
              href={one === undefined ? base : `${base}?status=${one}`}
              {...(one === status && { "aria-current": "true" as const })}
            >
              {one ?? "all"}
            </a>
          ))}
        </nav>
      </div>
      {deliveries.length === 0 ? (
        <NoDelivery status={status} searchedTo={searchedTo} />
      ) : (
        <ul class="plainlist listing">
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <a href={`${base}/${delivery.id}`}>
                <code>{delivery.event_type}</code>
              </a>
              <DeliveryTag status={delivery.status} />
              <span class="fine">
                {delivery.last_attempt?.status ?? delivery.last_attempt?.outcome ?? "no attempt yet"} ·{" "}
                <When at={delivery.created_at} />
                {delivery.status === "pending" && delivery.next_attempt_at && (
                  <>
                    {" "}
                    · next attempt <When at={delivery.next_attempt_at} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Older href={status === undefined ? base : `${base}?status=${status}`} before={older} />
      {hasRole(shown.role, "developer") && <EndpointForms shown={shown} endpoint={endpoint} base={base} />}
      <VerifierBox shown={shown} base={base} />
    </>,
    { notice: NOTICES[done ?? ""] },
  );
};

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
  <section class="card" aria-label="About the endpoint">
    <div class="split">
      <h2>{endpoint.isInbox ? "In the playground" : endpoint.url}</h2>
      <EndpointStatus endpoint={endpoint} />
    </div>
    <Facts
      of={{
        Id: <code>{endpoint.id}</code>,
        Events: endpoint.events.includes("*") ? "all" : endpoint.events.join(", "),
        Description: endpoint.description,
        Created: <When at={endpoint.created_at} />,
        "Failing since": endpoint.failing_since && <When at={endpoint.failing_since} />,
        "Old secrets": endpoint.previous_secret_expires_at && (
          <>
            the first stops at <When at={endpoint.previous_secret_expires_at} />
          </>
        ),
      }}
    />
  </section>
);

/** Reasons that only a right signature can have. */
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

/** The verifier's answer, with what was pasted. */
export const verifiedPage = (shown: Shown, { endpoint, verdict }: VerifiedProps): Result => {
  const untimely = verdict.ok ? undefined : RIGHT_BUT[verdict.reason];
  return dashboardPage(
    shown,
    verdict.ok ? "The signature is right" : (untimely?.title ?? "The signature is wrong"),
    <>
      <WebhookTabs shown={shown} />
      {verdict.ok ? (
        <p class="notice">This delivery is genuine: event {verdict.id}, signed for this endpoint.</p>
      ) : (
        <div class="mistakes">
          <p>
            <strong>Why:</strong> {untimely?.why ?? verdict.message}
          </p>
        </div>
      )}
      <VerifierBox shown={shown} base={`/developers/webhooks/${shown.mode}/${endpoint.id}`} />
      <p>
        <a href={`/developers/webhooks/${shown.mode}/${endpoint.id}`}>Back to the endpoint</a>
      </p>
    </>,
  );
};
