import * as z from "zod/mini";
import { Subscription } from "../event/event.ts";
import type { Owner } from "../owner.ts";
import { note, text, WEB_URL_PATTERN } from "../text.ts";
import { enableEndpoint, type SealedSecret, type WebhookEndpoint } from "./webhook-endpoint.ts";

const given = {
  url: note(
    z.string().register(z.globalRegistry, { format: "uri", maxLength: 2_048, pattern: WEB_URL_PATTERN }),
    "Where to send events: an `https://` URL with a public DNS name, port 443 or 8443.",
  ),
  events: note(
    z
      .array(z.enum(Subscription.options, { error: "event_type_unknown" }))
      .check(
        z.minLength(1),
        z.maxLength(Subscription.options.length),
        z.refine((types) => new Set(types).size === types.length, "a list without duplicates"),
      )
      .register(z.globalRegistry, { uniqueItems: true }),
    "Event types to send; `*` for all, including future types.",
  ),
  description: z.optional(note(text(500), "A description for your own use.")),
};

export const EndpointRequest = z.strictObject(given);
export type EndpointRequest = z.infer<typeof EndpointRequest>;

export const EndpointPatch = z
  .partial(
    z.strictObject({
      ...given,
      status: note(z.enum(["active", "disabled"]), "`disabled` stops deliveries until it is `active` again."),
    }),
  )
  .check(z.refine((patch) => Object.keys(patch).length > 0, "an object with at least one field"));
export type EndpointPatch = z.infer<typeof EndpointPatch>;

export const OVERLAP_SECONDS = { usual: 24 * 60 * 60, most: 7 * 24 * 60 * 60 } as const;

export const RotateRequest = z.strictObject({
  overlap_seconds: z._default(
    note(
      z.int().check(z.gte(0), z.lte(OVERLAP_SECONDS.most)),
      "Seconds during which the old secret also signs; 0 retires it immediately.",
    ),
    OVERLAP_SECONDS.usual,
  ),
});

export const createEndpoint = (
  owner: Owner,
  request: EndpointRequest,
  id: string,
  secret: SealedSecret,
): WebhookEndpoint => ({
  id,
  ...owner,
  ...request,
  status: "active",
  created_at: secret.created_at,
  secrets: [secret],
});

/** A new URL is a new receiver: failures are cleared, and a test receiver becomes an endpoint. */
export function patchEndpoint(
  endpoint: WebhookEndpoint,
  { url = endpoint.url, events = endpoint.events, description, status }: EndpointPatch,
  now: Date,
): WebhookEndpoint {
  const { failures: _, slow: __, kind: ___, ...fresh } = endpoint;
  const changed = {
    ...(url === endpoint.url ? endpoint : fresh),
    ...{ url, events },
    ...(description !== undefined && { description }),
  };
  if (status === "active") return enableEndpoint(changed);
  if (status === undefined || endpoint.status === "disabled") return changed;
  return { ...changed, status, disabled: { at: now.toISOString(), reason: "partner" } };
}
