import { operation } from "../../operation.ts";
import {
  DeliveryParams,
  deliveryWithAttemptsExample,
  WebhookDeliveryWithAttempts,
} from "./webhook-shapes.ts";

export const getDeliveryOperation = operation({
  name: "get-delivery",
  api: "platform",
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries/{delivery_id}",
  tag: "Deliveries",
  summary: "Read a delivery",
  description: "Every attempt, what was answered to it, and when the next one is made.",
  params: DeliveryParams,
  replies: {
    found: {
      status: 200,
      description: "The delivery.",
      schema: WebhookDeliveryWithAttempts,
      example: deliveryWithAttemptsExample,
    },
  },
  errors: ["resource_missing"],
  scope: "webhooks:read",
  access: { delivery: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
