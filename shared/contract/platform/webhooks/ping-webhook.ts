import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { deliveryExample, WebhookDelivery } from "./delivery-shapes.ts";
import { WebhookParams } from "./webhook-shapes.ts";

export const pingWebhookOperation = operation({
  name: "ping-webhook",
  method: "POST",
  path: "/v1/webhooks/{id}/ping",
  tag: "Deliveries",
  summary: "Send a test event",
  description:
    "Sends a `ping` event to this endpoint only, even if it does not subscribe to events. There are no retries.",
  params: WebhookParams,
  replies: created("The ping will be sent. Follow its delivery.", WebhookDelivery, {
    ...deliveryExample,
    event_type: "ping",
    next_attempt_at: deliveryExample.created_at,
    last_attempt: null,
  }),
  errors: ["status_conflict"],
  scope: "webhooks:write",
  access: { webhook: ["get"], event: ["put"], delivery: ["put"], outbox: ["put"] },
  budget: { calls: 3, writeUnits: 10, readUnits: 1 },
});
