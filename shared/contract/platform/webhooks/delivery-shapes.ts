import * as z from "zod/mini";
import { idForm } from "../../../domain/item/ids.ts";
import { component, note } from "../../../domain/text/text.ts";
import { PublicDelivery, PublicDeliveryWithAttempts } from "../../../domain/webhook/public-delivery.ts";
import { eventExample } from "./event-shape.ts";
import { WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const DeliveryId = z.string().check(z.regex(idForm("dlv_"), "a delivery's id, `dlv_...`"));

export const WebhookDelivery = component("WebhookDelivery", PublicDelivery.shape);

export const WebhookDeliveryWithAttempts = component(
  "WebhookDeliveryWithAttempts",
  PublicDeliveryWithAttempts.shape,
);

export const DeliveryParams = z.extend(WebhookParams, {
  delivery_id: note(z.clone(DeliveryId), "The delivery's id."),
});

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
