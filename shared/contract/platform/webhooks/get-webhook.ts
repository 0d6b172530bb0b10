import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { Webhook, WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const getWebhookOperation = operation({
  name: "get-webhook",
  method: "GET",
  path: "/v1/webhooks/{id}",
  tag: "Webhooks",
  summary: "Get an endpoint",
  description: "The endpoint with its status and the start of any failures.",
  params: WebhookParams,
  replies: found("The endpoint.", Webhook, webhookExample),
  scope: "webhooks:read",
  access: { webhook: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
