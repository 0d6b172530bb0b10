import * as z from "zod/mini";
import { Livemode } from "../owner.ts";
import { Instant, note } from "../text.ts";
import { currentSecrets } from "./rotate-secret.ts";
import { DisabledReason, type WebhookEndpoint } from "./webhook-endpoint.ts";

export const EndpointId = z.string().check(z.regex(/^wh_[0-9a-z]{26}$/, "an endpoint's id, `wh_...`"));

export const PublicEndpoint = z.object({
  id: EndpointId,
  object: z.literal("webhook_endpoint"),
  url: z.string(),
  events: z.array(z.string()),
  description: z.nullable(z.string()),
  status: z.enum(["active", "disabled"]),
  disabled_reason: note(
    z.nullable(z.clone(DisabledReason)),
    "`partner`: you disabled it. `gone`: it answered 410. `failing`: no success for five days. `operator`: we did. Null while active.",
  ),
  disabled_at: z.nullable(Instant),
  failing_since: note(
    z.nullable(Instant),
    "First failure since the last success, or null. Start a replay six days before it. Enabling the endpoint clears it.",
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
