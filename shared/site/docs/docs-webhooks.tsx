import { sampleReceiver } from "../../contract/openapi/example-arguments.ts";
import { createWebhookOperation } from "../../contract/platform/webhooks/create-webhook.ts";
import { listEventsOperation } from "../../contract/platform/webhooks/list-events.ts";
import { pingWebhookOperation } from "../../contract/platform/webhooks/ping-webhook.ts";
import { replayWebhookOperation } from "../../contract/platform/webhooks/replay-webhook.ts";
import { brand } from "../../domain/brand/brand.ts";
import { schedules } from "../../domain/webhook/delivery.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { docsPath, listPath, operationPath } from "../../contract/docs-paths.ts";
import { Rows } from "./docs-rows.tsx";
import { GuideSamples } from "./docs-samples.tsx";
import { Copyable } from "./docs-shell.tsx";
import { textPage } from "./docs-text.tsx";
import { verifiers } from "./docs-verifiers.ts";
import { EventsTable, exampleEvent } from "./reference/docs-events.tsx";

const { path, bodyExample } = createWebhookOperation;
const registration = { method: "POST", path, body: { ...bodyExample, url: sampleReceiver }, keyed: true };

export const webhooksPage = () =>
  textPage("webhooks", docsPath("webhooks"), {
    registration: (
      <Copyable text={curl(baseUrl(), registration)} label="the request that registers an endpoint" />
    ),
    delivery: (
      <Copyable
        text={JSON.stringify(JSON.parse(exampleEvent("payment.completed")), null, 2)}
        label="the body of a delivery"
      />
    ),
    ping: operationPath(pingWebhookOperation),
    events: listPath(listEventsOperation),
    replay: listPath(replayWebhookOperation),
    sample: <GuideSamples name="webhooks" label="a receiver" />,
    verifiers: <Verifiers />,
    liveRetries: schedules.live.length,
    testRetries: schedules.test.length,
    schedule: <RetryTable />,
    eventTable: <EventsTable />,
  });

const Verifiers = () => (
  <>
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
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, seconds % 60 && `${seconds % 60} s`];
  return parts.filter(Boolean).slice(0, 2).join(" ");
}
