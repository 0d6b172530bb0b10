import { operation } from "../../operation.ts";
import { Webhook, WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const getWebhookOperation = operation({
  name: "get-webhook",
  api: "platform",
  method: "GET",
  path: "/v1/webhooks/{id}",
  tag: "Webhooks",
  summary: "Read an endpoint",
  description: "How an endpoint stands: whether it is on, and since when it has been failing.",
  params: WebhookParams,
  replies: {
    found: { status: 200, description: "The endpoint.", schema: Webhook, example: webhookExample },
  },
  errors: ["resource_missing"],
  scope: "webhooks:read",
  access: { webhook: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
