import * as z from "zod/mini";
import { Instant, note } from "../../../domain/text.ts";
import { QueryInstant } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const replayWebhookOperation = operation({
  name: "replay-webhook",
  api: "platform",
  method: "POST",
  path: "/v1/webhooks/{id}/replay",
  tag: "Deliveries",
  summary: "Send again what an endpoint missed",
  description:
    "Of every event since an instant that the endpoint is subscribed to: what was never sent to it is sent, and what failed or was held is tried anew. What got through is not sent twice; `resend` does that.",
  params: WebhookParams,
  body: z.strictObject({
    since: note(z.clone(QueryInstant), "Events since this instant, at most 30 days ago."),
  }),
  bodyExample: { since: "2026-11-20T00:00:00Z" },
  replies: {
    accepted: {
      status: 202,
      description: "The replay will begin in a moment.",
      schema: z
        .object({
          object: z.literal("webhook_replay"),
          endpoint_id: z.string(),
          since: Instant,
          until: note(z.clone(Instant), "Events from then on are sent as ever."),
        })
        .register(z.globalRegistry, { id: "WebhookReplay" }),
      example: {
        object: "webhook_replay",
        endpoint_id: webhookExample.id,
        since: "2026-11-20T00:00:00.000Z",
        until: "2026-11-21T09:30:00.000Z",
      },
    },
  },
  errors: ["resource_missing", "status_conflict"],
  scope: "webhooks:write",
  repeatable: "days",
  access: { webhook: ["get"], outbox: ["put"] },
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
