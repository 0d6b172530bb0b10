import * as z from "zod/mini";
import { component, note } from "../../../domain/text/text.ts";
import { EndpointId, PublicEndpoint } from "../../../domain/webhook/public-endpoint.ts";

export const Webhook = component("Webhook", PublicEndpoint.shape);

export const WebhookWithSecret = z
  .extend(Webhook, {
    secret: z.optional(note(z.string(), "Signs the events. Returned once: an idempotent replay omits it.")),
  })
  .register(z.globalRegistry, { id: "WebhookWithSecret" });

export const WebhookParams = z.strictObject({ id: note(z.clone(EndpointId), "The endpoint's id.") });

export const webhookExample = {
  id: "wh_01kae0v7w6x5y4t3s2r1q0p9n8",
  object: "webhook_endpoint",
  url: "https://hooks.example.com/roth",
  events: ["payment.completed", "payment.failed"],
  description: "Bookkeeping",
  status: "active",
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  previous_secret_expires_at: null,
  created_at: "2026-11-21T09:30:00.000Z",
  livemode: false,
};

/** Not a real secret: an example that looks like one ends up in code. */
export const webhookSecretExample = "whsec_...";
