import * as z from "zod/mini";
import { Subscription } from "../event/event.ts";
import type { Owner } from "../item/owner.ts";
import { patchedFields } from "../item/patch.ts";
import { note, notEmpty, text, WEB_URL_PATTERN } from "../text/text.ts";
import { enableEndpoint, type SealedSecret, type WebhookEndpoint } from "./webhook-endpoint.ts";

const fields = {
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

export const EndpointRequest = z.strictObject(fields);
export type EndpointRequest = z.infer<typeof EndpointRequest>;

export const EndpointPatch = notEmpty(
  z.partial(
    z.strictObject({
      ...fields,
      description: note(z.nullable(text(500)), "A description for your own use. Null removes it."),
      status: note(z.enum(["active", "disabled"]), "`disabled` stops deliveries until it is `active` again."),
    }),
  ),
);
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

/** A new URL is a new receiver: failures are cleared. */
export function patchEndpoint(
  endpoint: WebhookEndpoint,
  { status, ...patch }: EndpointPatch,
  now: Date,
): WebhookEndpoint {
  const { failures: _, slow: __, ...fresh } = endpoint;
  const isMoved = patch.url !== undefined && patch.url !== endpoint.url;
  const changed = patchedFields<WebhookEndpoint>(isMoved ? fresh : endpoint, patch);
  if (status === undefined || status === endpoint.status) return changed;
  if (status === "active") return enableEndpoint(changed);
  return { ...changed, status, disabled: { at: now.toISOString(), reason: "partner" } };
}
