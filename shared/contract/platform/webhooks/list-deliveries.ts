import * as z from "zod/mini";
import { note } from "../../../domain/text/text.ts";
import { DeliveryStatus } from "../../../domain/webhook/delivery.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { DeliveryId, deliveryExample, WebhookDelivery } from "./delivery-shapes.ts";
import { WebhookParams } from "./webhook-shapes.ts";

export const listDeliveriesOperation = operation({
  name: "list-deliveries",
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries",
  tag: "Deliveries",
  summary: "List an endpoint's deliveries",
  description:
    "Deliveries of the last 30 days, newest events first, each with its last attempt. Get a single delivery for all its attempts. `total_count` covers only the newest 1,000 deliveries. With a `status` filter, each request searches up to 10,000 deliveries.",
  params: WebhookParams,
  query: z.strictObject({
    status: z.optional(note(z.clone(DeliveryStatus), "Only deliveries with this status.")),
    ...paging(DeliveryId),
  }),
  replies: foundList("WebhookDeliveryList", "A result page of deliveries.", WebhookDelivery, deliveryExample),
  hasLatePlaces: true,
  scope: "webhooks:read",
  access: { webhook: ["get"], delivery: ["query"] },
  budget: { calls: 4, writeUnits: 1, readUnits: 3 },
});
