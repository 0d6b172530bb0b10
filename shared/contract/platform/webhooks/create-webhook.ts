import { EndpointRequest } from "../../../domain/webhook/webhook-request.ts";
import { operation } from "../../operation.ts";
import { WebhookWithSecret, webhookExample, webhookSecretExample } from "./webhook-shapes.ts";

export const createWebhookOperation = operation({
  name: "create-webhook",
  api: "platform",
  method: "POST",
  path: "/v1/webhooks",
  tag: "Webhooks",
  summary: "Register an endpoint",
  description:
    "Events are posted to it from now on, signed with the `secret` that is in this reply and in no other. An account may have 16 endpoints in each mode. The host must resolve in the public DNS now.",
  body: EndpointRequest,
  bodyExample: { url: webhookExample.url, events: webhookExample.events, description: "Bookkeeping" },
  replies: {
    created: {
      status: 201,
      description: "The endpoint was registered.",
      schema: WebhookWithSecret,
      example: { ...webhookExample, secret: webhookSecretExample },
    },
  },
  errors: ["url_invalid", "url_not_allowed", "event_type_unknown", "webhook_limit_reached"],
  scope: "webhooks:write",
  repeatable: "days",
  givenOnce: "secret",
  access: { webhook: ["put"], count: ["update"] },
  secrets: ["endpoint"],
  budget: { calls: 2, writeUnits: 7, readUnits: 0 },
});
