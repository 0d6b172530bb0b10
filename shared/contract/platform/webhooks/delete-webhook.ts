import { operation } from "../../operation.ts";
import { deletedObject } from "../../replies.ts";
import { WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const deleteWebhookOperation = operation({
  name: "delete-webhook",
  method: "DELETE",
  path: "/v1/webhooks/{id}",
  tag: "Webhooks",
  summary: "Delete an endpoint",
  description: "Stops all deliveries to the endpoint, including pending ones.",
  params: WebhookParams,
  replies: deletedObject("DeletedWebhook", "webhook_endpoint", "endpoint", webhookExample.id),
  scope: "webhooks:write",
  access: { webhook: ["put", "delete"], count: ["update"] },
  budget: { calls: 3, writeUnits: 8, readUnits: 0 },
});
