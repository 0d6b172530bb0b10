import * as z from "zod/mini";
import { note } from "../../../domain/text.ts";
import { DeliveryStatus } from "../../../domain/webhook/delivery.ts";
import { listOf, PageLimit } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { DeliveryId, deliveryExample, WebhookDelivery, WebhookParams } from "./webhook-shapes.ts";

export const listDeliveriesOperation = operation({
  name: "list-deliveries",
  api: "platform",
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries",
  tag: "Deliveries",
  summary: "List an endpoint's deliveries",
  description:
    "Those of the newest events first, for 30 days. Each tells how its last attempt ended; read one by itself for all of them. `total_count` tells of the newest 1,000, and a `status` is looked for among 1,000 from where the page starts.",
  params: WebhookParams,
  query: z.strictObject({
    status: z.optional(note(z.clone(DeliveryStatus), "Only those with this status.")),
    limit: PageLimit,
    starting_after: z.optional(note(z.clone(DeliveryId), "The last id of the page before.")),
  }),
  replies: {
    found: {
      status: 200,
      description: "A page of deliveries.",
      schema: listOf("WebhookDeliveryList", WebhookDelivery),
      example: { object: "list", data: [deliveryExample], has_more: false, total_count: 1 },
    },
  },
  errors: ["resource_missing"],
  scope: "webhooks:read",
  access: { webhook: ["get"], delivery: ["get", "query"] },
  budget: { calls: 5, writeUnits: 1, readUnits: 4 },
});
