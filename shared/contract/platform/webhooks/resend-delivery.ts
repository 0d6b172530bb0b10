import { operation } from "../../operation.ts";
import { accepted } from "../../replies.ts";
import { DeliveryParams, deliveryExample, WebhookDelivery } from "./delivery-shapes.ts";

export const resendDeliveryOperation = operation({
  name: "resend-delivery",
  method: "POST",
  path: "/v1/webhooks/{id}/deliveries/{delivery_id}/resend",
  tag: "Deliveries",
  summary: "Resend a delivery",
  description:
    "Adds one immediate attempt to a delivery of any status. A pending delivery keeps its retry schedule.",
  params: DeliveryParams,
  replies: accepted("The attempt is scheduled.", WebhookDelivery, {
    ...deliveryExample,
    next_attempt_at: "2026-11-21T09:31:02.000Z",
  }),
  errors: ["status_conflict"],
  scope: "webhooks:write",
  access: { webhook: ["get"], delivery: ["get", "put"], outbox: ["put"] },
  budget: { calls: 5, writeUnits: 9, readUnits: 2 },
});
