import type { publicEndpoint } from "../../domain/webhook/public-endpoint.ts";
import type { Delivery } from "../../domain/webhook/delivery.ts";
import { EventType } from "../../domain/event/event-type.ts";
import { TextField } from "../../pages/layout/form-fields.tsx";
import { AllOrSome } from "../frame/all-or-some.tsx";
import type { Shown } from "../frame/shown.tsx";
import { nameInWords, StateBadge, type StateKind } from "../list/cells.tsx";

/** An endpoint as the dashboard shows it. */
export type EndpointView = ReturnType<typeof publicEndpoint> & { secret_created_at: string };

export type EndpointHealth = {
  all: number;
  delivered: number;
  atFirst: number;
  /** Not delivered, and waiting for nothing. */
  missed: number;
  waiting: number;
  p95_ms: number | undefined;
  last_success_at: string | undefined;
};

const REASONS: Record<string, string> = {
  partner: "Disabled by you",
  gone: "Disabled: it answered 410 Gone",
  operator: "Disabled by our team",
  failing: "Disabled: nothing arrived for five days",
};

/** The state of an endpoint by its deliveries. Without one, nothing is known of it. */
export const EndpointState = ({ endpoint, health }: { endpoint: EndpointView; health: EndpointHealth }) => {
  const { status, disabled_reason, failing_since } = endpoint;
  if (status === "disabled")
    return <StateBadge kind="off">{REASONS[disabled_reason ?? "partner"] ?? ""}</StateBadge>;
  if (failing_since) return <StateBadge kind="bad">Failing</StateBadge>;
  if (health.delivered > 0) return <StateBadge kind="ok">Delivering</StateBadge>;
  return <StateBadge kind="off">No delivery yet</StateBadge>;
};

const KINDS: Record<string, StateKind> = { delivered: "ok", failed: "bad", pending: "wait" };

/** One that has failed and has an attempt to come is neither waiting for its first nor lost. */
export const DeliveryState = ({ delivery: { status, failures } }: { delivery: Delivery }) =>
  status === "pending" && failures > 0 ? (
    <StateBadge kind="warn">Retrying</StateBadge>
  ) : (
    <StateBadge kind={KINDS[status] ?? "off"}>{nameInWords(status)}</StateBadge>
  );

type FieldsProps = { endpoint?: EndpointView; shown: Pick<Shown, "sent" | "allowsLocalhost"> };

export const EndpointFields = ({ endpoint, shown: { sent, allowsLocalhost } }: FieldsProps) => {
  const chosen = endpoint?.events.includes("*") ? undefined : endpoint?.events;
  return (
    <>
      <TextField
        name="url"
        label="URL"
        hint={`https, with a public name, on port 443 or 8443.${allowsLocalhost ? " On this machine also http://localhost, on any port." : ""}`}
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
      <AllOrSome
        name="events"
        legend="Events"
        choice="which"
        prefix="event-"
        all="All, future types included"
        summary="Choose event types"
        texts={EventType.options}
        chosen={chosen}
        isOpen={chosen !== undefined || sent?.given.which === "some"}
      />
    </>
  );
};
