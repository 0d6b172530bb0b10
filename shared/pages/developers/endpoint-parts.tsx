import { EventType } from "../../domain/event/event-type.ts";
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

/** The fields of an endpoint, as they are now if it exists. */
export const EndpointFields = ({ endpoint }: { endpoint?: EndpointView }) => {
  const hasAll = !endpoint || endpoint.events.includes("*");
  return (
    <>
      <label for="url">
        URL <span class="hint">https, with a public name, on port 443 or 8443.</span>
      </label>
      <input id="url" name="url" type="url" required value={endpoint?.url} autocomplete="off" />
      <label for="description">
        Description <span class="hint">For your own use. You can leave it empty.</span>
      </label>
      <input
        id="description"
        name="description"
        maxLength={500}
        value={endpoint?.description ?? ""}
        autocomplete="off"
      />
      <fieldset>
        <legend>Events</legend>
        <label class="check">
          <input type="radio" name="which" value="all" checked={hasAll} /> All, future types included
        </label>
        <label class="check">
          <input type="radio" name="which" value="some" checked={!hasAll} /> Only what I choose
        </label>
        <details open={!hasAll}>
          <summary>Choose event types</summary>
          <div class="scopes">
            {EventType.options.map((type) => (
              <label key={type} class="check">
                <input
                  type="checkbox"
                  name={`event-${type}`}
                  value="yes"
                  checked={endpoint?.events.includes(type)}
                />{" "}
                <code>{type}</code>
              </label>
            ))}
          </div>
        </details>
      </fieldset>
    </>
  );
};
