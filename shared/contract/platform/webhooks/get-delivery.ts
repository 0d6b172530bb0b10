import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import {
  DeliveryParams,
  deliveryWithAttemptsExample,
  WebhookDeliveryWithAttempts,
} from "./delivery-shapes.ts";

export const getDeliveryOperation = operation({
  name: "get-delivery",
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries/{delivery_id}",
  tag: "Deliveries",
  summary: "Get a delivery",
  description: "A delivery with its attempts, their responses and the time of the next attempt.",
  params: DeliveryParams,
  replies: found("The delivery.", WebhookDeliveryWithAttempts, deliveryWithAttemptsExample),
  scope: "webhooks:read",
  access: { delivery: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
