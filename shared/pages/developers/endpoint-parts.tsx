import { EventType } from "../../domain/event/event-type.ts";
import type { Sent } from "../layout/form.tsx";
import { Group, TextField, Tick } from "../layout/form-fields.tsx";
import { type Link, Links } from "../layout/layout.tsx";
import type { EndpointView } from "./endpoint-view.ts";
import type { Shown } from "./frame.tsx";

export const WebhookTabs = ({ shown }: { shown: Shown }) => {
  const base = `/developers/webhooks/${shown.mode}`;
  const tabs: Link[] = [
    [base, "Endpoints"],
    [`${base}/events`, "Events"],
  ];
  const path = shown.path.startsWith(`${base}/events`) ? `${base}/events` : base;
  return (
    <nav class="tabs" aria-label="Webhooks">
      <Links to={tabs} path={path} />
    </nav>
  );
};

const REASONS: Record<string, string> = {
  partner: "disabled by you",
  gone: "disabled: it answered 410 Gone",
  operator: "disabled by our team",
  failing: "disabled: nothing arrived for five days",
};

export const EndpointStatus = ({ endpoint }: { endpoint: EndpointView }) => {
  const { status, disabled_reason, failing_since } = endpoint;
  if (status === "disabled") return <span class="tag bad">{REASONS[disabled_reason ?? "partner"]}</span>;
  return failing_since ? <span class="tag warn">failing</span> : <span class="tag good">healthy</span>;
};

const KINDS: Record<string, string> = { delivered: "good", failed: "bad" };

export const DeliveryTag = ({ status }: { status: string }) => (
  <span class={`tag ${KINDS[status] ?? ""}`}>{status}</span>
);

type FieldsProps = { endpoint?: EndpointView; sent: Sent | undefined };

/** The fields of an endpoint, as they are now if it exists. */
export const EndpointFields = ({ endpoint, sent }: FieldsProps) => {
  const hasAll = !endpoint || endpoint.events.includes("*");
  return (
    <>
      <TextField
        name="url"
        label="URL"
        hint="https, with a public name, on port 443 or 8443."
        type="url"
        maxLength={2_048}
        required
        value={endpoint?.url}
      />
      <TextField
        name="description"
        label="Description"
        hint="For your own use. You can leave it empty."
        maxLength={500}
        value={endpoint?.description ?? ""}
      />
      <Group name="events" legend="Events">
        <Tick type="radio" name="which" value="all" checked={hasAll}>
          All, future types included
        </Tick>
        <Tick type="radio" name="which" value="some" checked={!hasAll}>
          Only what I choose
        </Tick>
        <details open={!hasAll || sent?.given.which === "some"}>
          <summary>Choose event types</summary>
          <div class="scopes">
            {EventType.options.map((type) => (
              <Tick
                key={type}
                type="checkbox"
                name={`event-${type}`}
                checked={endpoint?.events.includes(type)}
              >
                <code>{type}</code>
              </Tick>
            ))}
          </div>
        </details>
      </Group>
    </>
  );
};
