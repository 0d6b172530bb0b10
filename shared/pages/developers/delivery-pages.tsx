import { hasRole } from "../../domain/account/member.ts";
import type { Result } from "../../http/serve/responses.ts";
import { CopyBox, shortened } from "./copy-box.tsx";
import { DeliveryTag, WebhookTabs } from "./endpoint-parts.tsx";
import { dashboardPage, Empty, Facts, Older, PostForm, type Shown, When } from "./frame.tsx";

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
    <>
      <WebhookTabs shown={shown} />
      <section class="card" aria-label="About the delivery">
        <div class="split">
          <h2>
            <code>{delivery.event_type}</code>
          </h2>
          <DeliveryTag status={delivery.status} />
        </div>
        <Facts
          of={{
            Delivery: <code>{delivery.id}</code>,
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
        {hasRole(shown.role, "developer") && (
          <PostForm
            shown={shown}
            action={`${endpoint}/${delivery.id}/resend`}
            button="Send again now"
            kind="small"
          />
        )}
      </section>
      <h2>Attempts</h2>
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
    </>,
    { notice: done === "resent" ? "The delivery is sent again. Reload in a second." : undefined },
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

type EventsProps = { events: readonly EventView[]; older: string | undefined };

export const eventsPage = (shown: Shown, { events, older }: EventsProps): Result =>
  dashboardPage(
    shown,
    "Events",
    <>
      <WebhookTabs shown={shown} />
      {events.length === 0 ? (
        <Empty title="No event yet">
          <p>
            Events of the last 30 days are listed here. <a href="/developers/playground/test">Make one</a>.
          </p>
        </Empty>
      ) : (
        <ul class="plainlist listing">
          {events.map((event) => (
            <li key={event.id}>
              <a href={`/developers/webhooks/${shown.mode}/events/${event.id}`}>
                <code>{event.type}</code>
              </a>
              <span class="fine">
                <code>{event.id}</code> · <When at={event.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Older href={shown.path} before={older} />
    </>,
  );

export const eventPage = (shown: Shown, { event }: { event: EventView }): Result =>
  dashboardPage(
    shown,
    "Event",
    <>
      <WebhookTabs shown={shown} />
      <p>
        <code>{event.type}</code> · <When at={event.created_at} />
      </p>
      <CopyBox
        label="Body, as it is signed and sent (without these line breaks)"
        text={JSON.stringify(event, null, 2)}
      />
      <p>
        <a href={`/developers/webhooks/${shown.mode}/events`}>All events</a>
      </p>
    </>,
  );
