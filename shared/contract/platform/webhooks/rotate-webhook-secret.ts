import { OVERLAP_SECONDS, RotateRequest } from "../../../domain/webhook/webhook-request.ts";
import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { WebhookParams, WebhookWithSecret, webhookExample, webhookSecretExample } from "./webhook-shapes.ts";

export const rotateWebhookSecretOperation = operation({
  name: "rotate-webhook-secret",
  method: "POST",
  path: "/v1/webhooks/{id}/rotate_secret",
  tag: "Webhooks",
  summary: "Rotate an endpoint's secret",
  description:
    "Only this response contains the new secret. Until old secrets expire, `webhook-signature` contains a signature for each secret; `x-service-signature` uses the new secret immediately.",
  params: WebhookParams,
  body: RotateRequest,
  bodyExample: { overlap_seconds: OVERLAP_SECONDS.usual },
  replies: replyNamed("rotated", 200)("The endpoint with its new secret.", WebhookWithSecret, {
    ...webhookExample,
    previous_secret_expires_at: "2026-11-22T09:30:00.000Z",
    secret: webhookSecretExample,
  }),
  scope: "webhooks:write",
  givenOnce: "secret",
  access: { webhook: ["get", "update"] },
  secrets: ["endpoint"],
  budget: { calls: 4, writeUnits: 6, readUnits: 1 },
});
