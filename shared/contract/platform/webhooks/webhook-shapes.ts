import * as z from "zod/mini";
import { EventEnvelope } from "../../../domain/event/event.ts";
import { note } from "../../../domain/text.ts";
import { PublicDelivery, PublicDeliveryWithAttempts } from "../../../domain/webhook/public-delivery.ts";
import { EndpointId, PublicEndpoint } from "../../../domain/webhook/webhook-request.ts";
import { paymentExample } from "../shapes.ts";

export const DeliveryId = z.string().check(z.regex(/^dlv_[0-9a-z]{26}$/, "a delivery's id, `dlv_...`"));
export const EventId = z.string().check(z.regex(/^evt_[0-9a-z]{26}$/, "an event's id, `evt_...`"));

export const Webhook = z.object(PublicEndpoint.shape).register(z.globalRegistry, { id: "Webhook" });

export const WebhookWithSecret = z
  .extend(Webhook, {
    secret: z.optional(note(z.string(), "Signs the events. Returned once: an idempotent replay omits it.")),
  })
  .register(z.globalRegistry, { id: "WebhookWithSecret" });

export const WebhookDelivery = z
  .object(PublicDelivery.shape)
  .register(z.globalRegistry, { id: "WebhookDelivery" });

export const WebhookDeliveryWithAttempts = z
  .object(PublicDeliveryWithAttempts.shape)
  .register(z.globalRegistry, { id: "WebhookDeliveryWithAttempts" });

export const Event = z.object(EventEnvelope.shape).register(z.globalRegistry, { id: "Event" });

export const WebhookParams = z.strictObject({ id: note(z.clone(EndpointId), "The endpoint's id.") });
export const DeliveryParams = z.extend(WebhookParams, {
  delivery_id: note(z.clone(DeliveryId), "The delivery's id."),
});

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

export const eventExample = {
  id: "evt_01kae0w7w6x5y4t3s2r1q0p9n8",
  type: "payment.completed",
  created_at: "2026-11-21T09:31:00.000Z",
  data: paymentExample,
};

const attemptExample = {
  at: "2026-11-21T09:31:00.412Z",
  kind: "scheduled",
  outcome: "refused",
  status: 500,
  cause: null,
  duration_ms: 93,
};

export const deliveryExample = {
  id: "dlv_01kae0w7w6a9b8c7d6e5f4g3h2",
  object: "webhook_delivery",
  event_id: eventExample.id,
  event_type: eventExample.type,
  endpoint_id: webhookExample.id,
  status: "pending",
  created_at: "2026-11-21T09:31:00.105Z",
  delivered_at: null,
  next_attempt_at: "2026-11-21T09:31:05.731Z",
  last_attempt: attemptExample,
  livemode: false,
};

export const deliveryWithAttemptsExample = {
  ...deliveryExample,
  attempts: [{ ...attemptExample, excerpt: "Internal Server Error" }],
};
