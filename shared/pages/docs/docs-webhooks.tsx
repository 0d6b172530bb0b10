import { createWebhookOperation } from "../../contract/platform/webhooks/create-webhook.ts";
import { brand } from "../../domain/brand.ts";
import { eventBody } from "../../domain/event/event.ts";
import { catalogue } from "../../domain/event/event-catalogue.ts";
import type { EventType } from "../../domain/event/event-type.ts";
import { schedules } from "../../domain/webhook/delivery.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { Prose } from "../layout/layout.tsx";
import { curl } from "./docs-curl.ts";
import { sectionLinks, sectionPage } from "./docs-sections.ts";
import { Copyable, docsPage } from "./docs-shell.tsx";
import { verifiers } from "./docs-verifiers.ts";

/** What a receiver gets, how it knows that it is ours, and what happens when it does not answer. */
export const webhooksPage = () =>
  docsPage({
    path: `${brand.docsPath}/webhooks`,
    title: "Webhooks",
    description: `What ${brand.serviceName} delivers to your endpoints, how to verify it, and when it is tried again.`,
    siblings: sectionLinks,
    contents: [
      ["receive", "Receive"],
      ["verify", "Verify"],
      ["retries", "When you do not answer"],
      ["events", "Events"],
    ],
    children: (
      <>
        <p class="lead">
          Register an address, and we tell it what happens: at least once, in no certain order, signed, and
          again until it answers.
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
    <h2>Receive</h2>
    <Copyable
      text={curl(baseUrl(), {
        method: "POST",
        path: createWebhookOperation.path,
        body: createWebhookOperation.bodyExample,
        keyed: true,
      })}
      label="the call that registers an endpoint"
    />
    <p>
      The reply holds the endpoint's <code>secret</code>, this once. Then each event comes as a POST:
    </p>
    <Copyable text={example()} label="the body of a delivery" />
    <p>
      Answer 2xx within 15 seconds, the body included, and do the work afterwards. The same event may come
      twice: remember <code>id</code>, or the header <code>webhook-id</code>, which is the same.{" "}
      <a href={`${brand.docsPath}/${sectionPage("Deliveries")}#pingWebhook`}>Ping</a> an endpoint to try it.
      While you build, <code>npm run webhooks:listen</code> in the service's repository prints and verifies
      what arrives.
    </p>
  </section>
);

const Verify = () => (
  <section id="verify">
    <h2>Verify</h2>
    <p>
      Every delivery is signed twice. <code>webhook-signature</code>, with <code>webhook-id</code> and{" "}
      <code>webhook-timestamp</code>, is{" "}
      <a href="https://www.standardwebhooks.com" rel="noreferrer">
        Standard Webhooks
      </a>
      : it covers the time, so nobody can send an old delivery again, and while a secret is being rotated it
      holds a signature by each. <code>X-Service-Signature</code> is <code>sha256=</code> and the HMAC-SHA256
      of the body in hex, keyed with the whole secret. Verify one of them over the bytes as they came: JSON
      that was parsed and written again has another signature.
    </p>
    {verifiers.map(({ language, label, code }) => (
      <details key={language} open={language === "javascript"}>
        <summary>{label}</summary>
        <Copyable text={code} label={`the verifier in ${label}`} />
      </details>
    ))}
    {brand.npmPackageIsPublished && (
      <p>
        The npm package <code>{brand.npmPackage}</code> has a verifier that says what is wrong:{" "}
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
    <h2>When you do not answer</h2>
    <p>
      Anything but 2xx is a failure, redirects too. A delivery is tried again after {inWords(schedules.live)},
      each a fifth more or less; in test mode after {inWords(schedules.test)}. <code>Retry-After</code> is
      heeded, up to twice the step.
    </p>
    <p>
      An endpoint that answers 410 is turned off at once. One that fails for five days, ten times at least, is
      turned off too, and we write to you: first a warning, then that it is off. What happens meanwhile is
      kept for 30 days. Turn the endpoint on again with PATCH, and{" "}
      <a href={`${brand.docsPath}/${sectionPage("Deliveries")}`}>replay</a> what it missed. Let the replay
      begin an hour before <code>failing_since</code>, as GET shows it until the endpoint is on again, or
      before <code>disabled_at</code> where that is null: an event is older than its first failure, and some
      from before it was off may not have got through. What was delivered is not sent again.
    </p>
  </section>
);

function inWords(seconds: readonly number[]): string {
  const words = seconds.map((each) => {
    if (each < 60) return `${each} s`;
    return each < 3600 ? `${each / 60} min` : `${each / 3600} h`;
  });
  const last = words.at(-1);
  const same = words.filter((word) => word === last).length;
  return same > 1 ? `${[...new Set(words)].join(", ")} (${same} times)` : words.join(", ");
}

const Events = () => (
  <section id="events">
    <h2>Events</h2>
    <p>
      Subscribe by type, or to <code>*</code>. The data name things by their ids, and no people: read the rest
      with a key. A payout's <code>description</code> and <code>metadata</code> come as you wrote them, so
      name nobody there.
    </p>
    {(Object.keys(catalogue) as EventType[]).map((type) => (
      <EventEntry key={type} type={type} />
    ))}
  </section>
);

const EventEntry = ({ type }: { type: EventType }) => {
  const { meaning, emitted_by, example } = catalogue[type];
  return (
    <>
      <h3 id={type}>
        <code>{type}</code>
      </h3>
      <p>
        <Prose text={meaning} /> By <Prose text={emitted_by.map((name) => `\`${name}\``).join(", ")} />.
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
