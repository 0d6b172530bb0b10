import { EndpointPatch } from "../../../domain/webhook/webhook-request.ts";
import { operation } from "../../operation.ts";
import { updated } from "../../replies.ts";
import { Webhook, WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const updateWebhookOperation = operation({
  name: "update-webhook",
  method: "PATCH",
  path: "/v1/webhooks/{id}",
  tag: "Webhooks",
  summary: "Update an endpoint",
  description:
    "Changes the given fields. `events` is replaced as a whole. `status` disables or enables the endpoint; to get the events missed in between, start a replay.",
  params: WebhookParams,
  body: EndpointPatch,
  bodyExample: { status: "active" },
  replies: updated("The endpoint after the update.", Webhook, webhookExample),
  errors: ["url_invalid", "url_not_allowed", "event_type_unknown"],
  scope: "webhooks:write",
  access: { webhook: ["get", "update"] },
  budget: { calls: 4, writeUnits: 4, readUnits: 1 },
});
