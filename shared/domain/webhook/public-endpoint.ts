import * as z from "zod/mini";
import { idForm } from "../item/ids.ts";
import { Livemode } from "../item/owner.ts";
import { Instant, note } from "../text/text.ts";
import { currentSecrets } from "./rotate-secret.ts";
import { DisabledReason, type WebhookEndpoint } from "./webhook-endpoint.ts";

export const EndpointId = z.string().check(z.regex(idForm("wh_"), "an endpoint's id, `wh_...`"));

export const PublicEndpoint = z.object({
  id: EndpointId,
  object: z.literal("webhook_endpoint"),
  url: note(z.string(), "Where events are sent."),
  events: note(z.array(z.string()), "Event types to send; `*` means all, including future types."),
  description: note(z.nullable(z.string()), "Your own description, or null."),
  status: note(z.enum(["active", "disabled"]), "Current status."),
  disabled_reason: note(
    z.nullable(z.clone(DisabledReason)),
    "`partner`: you disabled it. `gone`: it answered 410. `failing`: no success for five days. `operator`: we did. Null while active.",
  ),
  disabled_at: note(z.nullable(Instant), "When the endpoint was disabled, or null."),
  failing_since: note(
    z.nullable(Instant),
    "First failure since the last success, or null. Start a replay six days before it.",
  ),
  previous_secret_expires_at: note(
    z.nullable(Instant),
    "After a rotation: when the first old secret stops signing, or null.",
  ),
  created_at: Instant,
  livemode: Livemode,
});

export function publicEndpoint(endpoint: WebhookEndpoint, now: Date) {
  const [, ...older] = currentSecrets(endpoint, now);
  const ends = older.flatMap(({ expires_at }) => expires_at ?? []).sort();
  return {
    id: endpoint.id,
    object: "webhook_endpoint" as const,
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description ?? null,
    status: endpoint.status,
    disabled_reason: endpoint.disabled?.reason ?? null,
    disabled_at: endpoint.disabled?.at ?? null,
    failing_since: endpoint.failures?.since ?? null,
    previous_secret_expires_at: ends[0] ?? null,
    created_at: endpoint.created_at,
  };
}
