import * as z from "zod/mini";
import { component } from "../../../domain/text.ts";
import { operation } from "../../operation.ts";
import { deleted } from "../../replies.ts";
import { WebhookParams, webhookExample } from "./webhook-shapes.ts";

export const deleteWebhookOperation = operation({
  name: "delete-webhook",
  method: "DELETE",
  path: "/v1/webhooks/{id}",
  tag: "Webhooks",
  summary: "Delete an endpoint",
  description: "Stops all deliveries to the endpoint, including pending ones.",
  params: WebhookParams,
  replies: deleted(
    "The endpoint was deleted.",
    component("DeletedWebhook", {
      id: z.string(),
      object: z.literal("webhook_endpoint"),
      deleted: z.literal(true),
    }),
    { id: webhookExample.id, object: "webhook_endpoint", deleted: true },
  ),
  errors: ["resource_missing"],
  scope: "webhooks:write",
  access: { webhook: ["put", "delete"], count: ["update"] },
  budget: { calls: 2, writeUnits: 7, readUnits: 0 },
});
