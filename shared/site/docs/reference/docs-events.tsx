import { listEventsOperation } from "../../../contract/platform/webhooks/list-events.ts";
import { pingWebhookOperation } from "../../../contract/platform/webhooks/ping-webhook.ts";
import { eventBody } from "../../../domain/event/event.ts";
import { catalogue } from "../../../domain/event/event-catalogue.ts";
import type { EventType } from "../../../domain/event/event-type.ts";
import { baseUrl } from "../../../http/serve/responses.ts";
import { Prose } from "../../../pages/layout/layout.tsx";
import { CodeName } from "../docs-breakable.tsx";
import { curl } from "../docs-curl.ts";
import { eventSchema, platformSchemas } from "../docs-document.ts";
import { fieldsOf } from "../docs-fields.ts";
import { operationPath } from "../../../contract/docs-paths.ts";
import { eventsEntry } from "../docs-guides.ts";
import { SandboxKey } from "../docs-key.tsx";
import { Rows } from "../docs-rows.tsx";
import { eventPath } from "../docs-sections.ts";
import { Copyable, type DocsPage, docsPage, JsonBlock } from "../docs-shell.tsx";
import { textPage } from "../docs-text.tsx";
import { eventCalls } from "./docs-event-calls.ts";
import { FieldsTable } from "./docs-field-table.tsx";

const types = Object.keys(catalogue) as EventType[];

export const eventPages = (): DocsPage[] => [eventsPage(), ...types.map(eventPage)];

export const exampleEvent = (type: EventType): string =>
  eventBody({
    id: "evt_01kadzcv7w6x5y4t3s2r1q0p9n",
    type,
    created_at: "2026-11-21T09:30:00.000Z",
    data: catalogue[type].example,
  });

const eventsPage = () =>
  textPage("events", eventsEntry.path, {
    types: <EventsTable />,
    ping: operationPath(pingWebhookOperation),
  });

export const EventsTable = () => (
  <Rows
    columns={["Event", "Meaning"]}
    ids={types}
    rows={types.map((type) => [
      <a href={eventPath(type)}>
        <CodeName name={type} />
      </a>,
      <Prose text={catalogue[type].meaning} />,
    ])}
  />
);

const eventPage = (type: EventType) =>
  docsPage({
    path: eventPath(type),
    title: type,
    description: `The event ${type}: ${catalogue[type].meaning}`,
    beside: (
      <>
        <h2>Example delivery</h2>
        <JsonBlock value={JSON.parse(exampleEvent(type))} />
      </>
    ),
    lead: (
      <p class="lead">
        <Prose text={catalogue[type].meaning} />
      </p>
    ),
    children: (
      <>
        <FieldsTable title="Fields" isReply fields={fieldsOf(eventSchema(type), platformSchemas())} />
        {eventCalls[type].length > 0 && <SendOne type={type} />}
      </>
    ),
  });

const SendForm = ({ type }: { type: EventType }) => (
  <form
    class="try js-only"
    data-send-one={type}
    data-calls={JSON.stringify(
      eventCalls[type].map(({ method, path, body, allows }) => ({ method, path, body, allows })),
    )}
  >
    <p class="fine">The button sends the requests below with your sandbox key, and shows the event.</p>
    <button type="submit">Send me one</button>
    <p>
      <a href="#send-one" data-allow hidden target="_blank" rel="noopener" class="button second">
        Allow access in a new tab
      </a>
    </p>
    <textarea data-reply hidden readOnly rows={14} aria-label={`The event ${type}`} />
  </form>
);

const SendOne = ({ type }: { type: EventType }) => (
  <>
    <h2 id="send-one">Send me one</h2>
    <p>
      With a test key, these requests cause a <code>{type}</code>. It goes once to each URL that has a
      subscribed endpoint. Without an endpoint, you find it with{" "}
      <a href={operationPath(listEventsOperation)}>GET {listEventsOperation.path}</a>. Replace the words in
      capitals with the ids of the responses.
    </p>
    <SandboxKey />
    <SendForm type={type} />
    {eventCalls[type].map(({ id, next, allows: _, ...call }) => (
      <>
        <Copyable text={curl(baseUrl(), { ...call, keyed: true })} label={`the ${id} request`} />
        {next && (
          <p>
            <Prose text={next} />
          </p>
        )}
      </>
    ))}
    <p>
      The <a href="/developers">dashboard</a> does the same with a click.
    </p>
  </>
);
