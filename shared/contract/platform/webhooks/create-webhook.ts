import { EndpointRequest } from "../../../domain/webhook/webhook-request.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { WebhookWithSecret, webhookExample, webhookSecretExample } from "./webhook-shapes.ts";

export const createWebhookOperation = operation({
  name: "create-webhook",
  method: "POST",
  path: "/v1/webhooks",
  tag: "Webhooks",
  summary: "Register an endpoint",
  description:
    "Starts sending events to the endpoint, signed with its `secret`. Only this response contains the `secret`. An account can have up to 16 endpoints in each mode. If several endpoints have the same URL, an event goes only to the newest active one that subscribes to it. The host name must resolve in the public DNS.",
  body: EndpointRequest,
  bodyExample: { url: webhookExample.url, events: webhookExample.events, description: "Bookkeeping" },
  replies: created("The endpoint was registered.", WebhookWithSecret, {
    ...webhookExample,
    secret: webhookSecretExample,
  }),
  errors: ["url_invalid", "url_not_allowed", "event_type_unknown", "webhook_limit_reached"],
  scope: "webhooks:write",
  givenOnce: "secret",
  access: { webhook: ["put"], count: ["update"] },
  secrets: ["endpoint"],
  budget: { calls: 3, writeUnits: 8, readUnits: 0 },
});
