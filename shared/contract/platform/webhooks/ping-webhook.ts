import { operation } from "../../operation.ts";
import { deliveryExample, WebhookDelivery, WebhookParams } from "./webhook-shapes.ts";

export const pingWebhookOperation = operation({
  name: "ping-webhook",
  api: "platform",
  method: "POST",
  path: "/v1/webhooks/{id}/ping",
  tag: "Deliveries",
  summary: "Send a test event",
  description:
    "Posts an event of the type `ping` to this endpoint and to no other, whatever it is subscribed to. It is tried once.",
  params: WebhookParams,
  replies: {
    created: {
      status: 201,
      description: "The ping is on its way: its delivery tells what becomes of it.",
      schema: WebhookDelivery,
      example: {
        ...deliveryExample,
        event_type: "ping",
        next_attempt_at: deliveryExample.created_at,
        last_attempt: null,
      },
    },
  },
  errors: ["resource_missing", "status_conflict"],
  scope: "webhooks:write",
  repeatable: "days",
  access: { webhook: ["get"], event: ["put"], delivery: ["put"], outbox: ["put"] },
  budget: { calls: 3, writeUnits: 10, readUnits: 1 },
});
