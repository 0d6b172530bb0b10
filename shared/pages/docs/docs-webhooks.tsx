import { sampleReceiver } from "../../contract/openapi/example-arguments.ts";
import { createWebhookOperation } from "../../contract/platform/webhooks/create-webhook.ts";
import { listEventsOperation } from "../../contract/platform/webhooks/list-events.ts";
import { pingWebhookOperation } from "../../contract/platform/webhooks/ping-webhook.ts";
import { replayWebhookOperation } from "../../contract/platform/webhooks/replay-webhook.ts";
import { brand } from "../../domain/brand.ts";
import { schedules } from "../../domain/webhook/delivery.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { Rows } from "./docs-rows.tsx";
import { GuideSamples } from "./docs-samples.tsx";
import { listPath, operationPath } from "./docs-sections.ts";
import { Copyable, docsPage } from "./docs-shell.tsx";
import { verifiers } from "./docs-verifiers.ts";
import { EventsTable, exampleEvent } from "./reference/docs-events.tsx";

/** Deliveries, signatures, retries and events, for developers who write a receiver. */
export const webhooksPage = () =>
  docsPage({
    path: `${brand.docsPath}/webhooks`,
    title: "Webhooks",
    description: `${brand.serviceName} webhooks: register an endpoint, verify deliveries, handle retries, and see every event type.`,
    lead: (
      <p class="lead">
        Get signed HTTP notifications about payouts, drivers, earnings and taxes. We deliver each event at
        least once and retry failed deliveries. Events can arrive out of order:{" "}
        <a href="#order">their sequence</a> shows it.
      </p>
    ),
    sections: [
      ["receive", "Receive deliveries", <Receive key="receive" />],
      ["order", "Drop what is out of date", <Order key="order" />],
      ["verify", "Verify signatures", <Verify key="verify" />],
      ["retries", "Retries", <Retries key="retries" />],
      ["events", "Events", <Events key="events" />],
    ],
  });

const Receive = () => (
  <>
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
    <Copyable
      text={JSON.stringify(JSON.parse(exampleEvent("payment.completed")), null, 2)}
      label="the body of a delivery"
    />
    <p>
      Return a complete 2xx response within 15 seconds, and process the event afterward. The same event can
      arrive more than once, so ignore an <code>id</code> that you have already processed (the{" "}
      <code>webhook-id</code> header has the same value). If you register a URL again, the newest endpoint
      gets its events, signed with the secret of that endpoint.{" "}
      <a href={operationPath(pingWebhookOperation)}>Ping</a> your endpoint to test it. During development,{" "}
      <code>npm run webhooks:listen</code> in the service's repository prints and verifies deliveries.
    </p>
  </>
);

const Order = () => (
  <>
    <p>
      A retry can arrive after a newer event about the same object. Each event about an object has a{" "}
      <code>sequence</code> in its <code>data</code>: 1 for the first event about the object, then 2, 3 and so
      on, without gaps. Store the last sequence that you applied, beside the object and in the same
      transaction. Drop an event whose sequence is not higher, as <a href="#verify">the receiver below</a>{" "}
      does. If you need to know that you missed none, read{" "}
      <a href={listPath(listEventsOperation)}>the events of the object</a> when a number is left out.
    </p>
    <p>
      Payouts, drivers and bank accounts have an <code>id</code>. A driver and a gig platform together name a
      connection and its earnings. An issued tax form never changes, so its sequence stays 1 when we announce
      it again.
    </p>
  </>
);

const Verify = () => (
  <>
    <p>The client libraries verify a delivery and return its event. Put in your endpoint's secret:</p>
    <GuideSamples name="webhooks" label="a receiver" />
    <p>
      Every delivery has two signatures. Verify one of them over the raw body, before any JSON parser. A
      parsed and serialized body has different bytes, so its signature no longer matches. The body is JSON in
      ASCII: other characters are <code>\u</code> escapes. So decoding it to text first does no harm. In AWS
      Lambda, the raw body is <code>event.body</code>, decoded from Base64 if{" "}
      <code>event.isBase64Encoded</code> is true.
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
  </>
);

const Retries = () => (
  <>
    <p>
      Any response other than a 2xx counts as a failure, including redirects. We retry a delivery up to{" "}
      {schedules.live.length} times, and in test mode up to {schedules.test.length} times. Each delay varies
      by up to 20%. We honor <code>Retry-After</code> up to twice the scheduled delay.
    </p>
    <RetryTable />
    <p>
      A 410 response disables the endpoint immediately. We also disable it after five days without a
      successful attempt, if at least ten attempts failed and we emailed you a warning a day or more before.
      In both cases, we email you that it is disabled. We store events for 30 days, so you can{" "}
      <a href={listPath(replayWebhookOperation)}>replay</a> what the endpoint missed:
    </p>
    <ol>
      <li>
        Before you enable the endpoint, read it with GET and note <code>failing_since</code>, or{" "}
        <code>disabled_at</code> if <code>failing_since</code> is null.
      </li>
      <li>Enable the endpoint with PATCH.</li>
      <li>
        Replay from six days before that time, because an event that we still retried can be that old. A
        replay skips events that were delivered.
      </li>
    </ol>
  </>
);

const RetryTable = () => (
  <Rows
    columns={["Retry", "Delay after the failure", "Since the event", "In test mode"]}
    rows={schedules.live.map((seconds, i) => [
      i + 1,
      span(seconds),
      span(schedules.live.slice(0, i + 1).reduce((sum, each) => sum + each, 0)),
      schedules.test[i] === undefined ? "no retry" : span(schedules.test[i]),
    ])}
  />
);

/** In at most two units, such as `2 min 35 s`. */
function span(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, seconds % 60 && `${seconds % 60} s`];
  return parts.filter(Boolean).slice(0, 2).join(" ");
}

const Events = () => (
  <>
    <p>
      Subscribe to event types, or to <code>*</code> for all. Event data identifies a driver only by id. Get
      names and contact details from the API with your key. A payout's <code>description</code> and{" "}
      <code>metadata</code> are sent as you wrote them, so don't put personal data there.
    </p>
    <EventsTable />
  </>
);
