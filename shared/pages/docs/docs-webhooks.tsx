import { sampleReceiver } from "../../contract/openapi/example-arguments.ts";
import { createWebhookOperation } from "../../contract/platform/webhooks/create-webhook.ts";
import { brand } from "../../domain/brand.ts";
import { eventBody } from "../../domain/event/event.ts";
import { catalogue } from "../../domain/event/event-catalogue.ts";
import type { EventType } from "../../domain/event/event-type.ts";
import { schedules } from "../../domain/webhook/delivery.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { Prose } from "../layout/layout.tsx";
import { curl } from "./docs-curl.ts";
import { GuideSamples } from "./docs-samples.tsx";
import { sectionLinks, sectionPage } from "./docs-sections.ts";
import { Copyable, docsPage } from "./docs-shell.tsx";
import { verifiers } from "./docs-verifiers.ts";

/** Deliveries, signatures, retries and events, for developers who write a receiver. */
export const webhooksPage = () =>
  docsPage({
    path: `${brand.docsPath}/webhooks`,
    title: "Webhooks",
    description: `${brand.serviceName} webhooks: register an endpoint, verify deliveries, handle retries, and see every event type.`,
    siblings: sectionLinks,
    contents: [
      ["receive", "Receive deliveries"],
      ["verify", "Verify signatures"],
      ["retries", "Retries"],
      ["events", "Events"],
    ],
    children: (
      <>
        <p class="lead">
          Get signed HTTP notifications about payouts, drivers, earnings and taxes. We deliver each event at
          least once and retry failed deliveries. Events can arrive out of order.
        </p>
        <Receive />
        <Verify />
        <Retries />
        <Events />
      </>
    ),
  });

const example = () => {
  const type = "payment.completed";
  const { example: data } = catalogue[type];
  return eventBody({
    id: "evt_01kadzcv7w6x5y4t3s2r1q0p9n",
    type,
    created_at: "2026-11-21T09:30:00.000Z",
    data,
  });
};

const Receive = () => (
  <section id="receive">
    <h2>Receive deliveries</h2>
    <Copyable
      text={curl(baseUrl(), {
        method: "POST",
        path: createWebhookOperation.path,
        body: { ...createWebhookOperation.bodyExample, url: sampleReceiver },
        keyed: true,
      })}
      label="the request that registers an endpoint"
    />
    <p>
      The response contains the endpoint's <code>secret</code>. We return it only once, so store it. Each
      event then arrives as a POST:
    </p>
    <Copyable text={example()} label="the body of a delivery" />
    <p>
      Return a complete 2xx response within 15 seconds, and process the event afterward. The same event can
      arrive more than once, so ignore an <code>id</code> that you have already processed (the{" "}
      <code>webhook-id</code> header has the same value).{" "}
      <a href={`${brand.docsPath}/${sectionPage("Deliveries")}#pingWebhook`}>Ping</a> your endpoint to test
      it. During development, <code>npm run webhooks:listen</code> in the service's repository prints and
      verifies deliveries.
    </p>
  </section>
);

const Verify = () => (
  <section id="verify">
    <h2>Verify signatures</h2>
    <p>The client libraries verify a delivery and return its event. Put in your endpoint's secret:</p>
    <GuideSamples name="webhooks" label="a receiver" />
    <p>
      Every delivery has two signatures. Verify one of them over the raw body, before any JSON parser. A
      parsed and serialized body has different bytes, so its signature no longer matches.
    </p>
    <ul>
      <li>
        <code>webhook-signature</code>, with <code>webhook-id</code> and <code>webhook-timestamp</code>,
        follows{" "}
        <a href="https://www.standardwebhooks.com" rel="noreferrer">
          Standard Webhooks
        </a>
        . It covers the timestamp, so you can reject old deliveries. During a secret rotation it contains a
        signature for each secret.
      </li>
      <li>
        <code>X-Service-Signature</code> is <code>sha256=</code> and the hex HMAC-SHA256 of the body. Its key
        is the whole secret, including the <code>whsec_</code> prefix.
      </li>
    </ul>
    {verifiers.map(({ language, label, code }) => (
      <details key={language} open={language === "javascript"}>
        <summary>{label}</summary>
        <Copyable text={code} label={`the verifier in ${label}`} />
      </details>
    ))}
    {brand.npmPackageIsPublished && (
      <p>
        The npm package <code>{brand.npmPackage}</code> has a verifier that reports why a signature is
        invalid:{" "}
        <code>
          import {"{ verifyWebhook }"} from "{brand.npmPackage}/webhooks"
        </code>
        .
      </p>
    )}
  </section>
);

const Retries = () => (
  <section id="retries">
    <h2>Retries</h2>
    <p>
      Any response other than a 2xx counts as a failure, including redirects. We retry a delivery after{" "}
      {inWords(schedules.live)}, and in test mode after {inWords(schedules.test)}. Each delay varies by up to
      20%. We honor <code>Retry-After</code> up to twice the scheduled delay.
    </p>
    <p>
      A 410 response disables the endpoint immediately. We also disable it after five days without a
      successful attempt, if at least ten attempts failed. We email you a warning first, and we email you
      whenever we disable an endpoint. We store events for 30 days, so you can{" "}
      <a href={`${brand.docsPath}/${sectionPage("Deliveries")}`}>replay</a> what the endpoint missed:
    </p>
    <ol>
      <li>
        Before you enable the endpoint, read it with GET and note <code>failing_since</code>, or{" "}
        <code>disabled_at</code> if <code>failing_since</code> is null.
      </li>
      <li>Enable the endpoint with PATCH.</li>
      <li>
        Replay from one hour before that time, because some missed events may be older. A replay skips events
        that were delivered.
      </li>
    </ol>
  </section>
);

function inWords(seconds: readonly number[]): string {
  const words = seconds.map((each) => {
    if (each < 60) return `${each}\u00a0s`;
    return each < 3600 ? `${each / 60}\u00a0min` : `${each / 3600}\u00a0h`;
  });
  const last = words.at(-1);
  const same = words.filter((word) => word === last).length;
  return same > 1 ? `${[...new Set(words)].join(", ")} (${same} times)` : words.join(", ");
}

const Events = () => (
  <section id="events">
    <h2>Events</h2>
    <p>
      Subscribe to event types, or to <code>*</code> for all. Event data identifies a driver only by id. Get
      names and contact details from the API with your key. A payout's <code>description</code> and{" "}
      <code>metadata</code> are sent as you wrote them, so don't put personal data there.
    </p>
    {(Object.keys(catalogue) as EventType[]).map((type) => (
      <EventEntry key={type} type={type} />
    ))}
  </section>
);

const EventEntry = ({ type }: { type: EventType }) => {
  const { meaning, example } = catalogue[type];
  return (
    <>
      <h3 id={type}>
        <code>{type}</code>
      </h3>
      <p>
        <Prose text={meaning} />
      </p>
      <details>
        <summary>
          Data<span class="quiet"> of {type}</span>
        </summary>
        <pre>
          <code>{JSON.stringify(example, null, 2)}</code>
        </pre>
      </details>
    </>
  );
};
