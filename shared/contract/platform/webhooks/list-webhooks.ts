import * as z from "zod/mini";
import { EndpointId } from "../../../domain/webhook/public-endpoint.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { Webhook, webhookExample } from "./webhook-shapes.ts";

export const listWebhooksOperation = operation({
  name: "list-webhooks",
  method: "GET",
  path: "/v1/webhooks",
  tag: "Webhooks",
  summary: "List endpoints",
  description: "All endpoints in this mode, newest first.",
  query: z.strictObject(paging(EndpointId)),
  replies: foundList("WebhookList", "The endpoints.", Webhook, webhookExample),
  scope: "webhooks:read",
  access: { webhook: ["query"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
