import * as z from "zod/mini";
import { Livemode } from "../../../domain/item/owner.ts";
import { component, Instant, note } from "../../../domain/text/text.ts";
import { GivenInstant } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { accepted } from "../../replies.ts";
import { WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const replayWebhookOperation = operation({
  name: "replay-webhook",
  method: "POST",
  path: "/v1/webhooks/{id}/replay",
  tag: "Deliveries",
  summary: "Replay missed events",
  description:
    "Sends the subscribed events that the endpoint missed since a given time: never sent, failed, held or waiting. Delivered events are not sent again; use `resend` for those. An endpoint can be replayed 10 times an hour.",
  params: WebhookParams,
  body: z.strictObject({
    since: note(z.clone(GivenInstant), "Start of the replay, at most 30 days ago."),
  }),
  bodyExample: { since: "2026-11-20T00:00:00Z" },
  replies: accepted(
    "The replay will start shortly.",
    component("WebhookReplay", {
      object: z.literal("webhook_replay"),
      endpoint_id: note(z.string(), "The endpoint's id."),
      since: note(z.clone(Instant), "Start of the replay."),
      until: note(z.clone(Instant), "Later events are delivered as usual."),
      livemode: Livemode,
    }),
    {
      object: "webhook_replay",
      endpoint_id: webhookExample.id,
      since: "2026-11-20T00:00:00.000Z",
      until: "2026-11-21T09:30:00.000Z",
      livemode: false,
    },
  ),
  errors: ["status_conflict"],
  scope: "webhooks:write",
  access: { webhook: ["get"], outbox: ["put"], limit: ["update"] },
  // With an idempotency key, it looks for the stored answer before it counts.
  budget: { calls: 6, writeUnits: 7, readUnits: 2 },
});
