import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { paymentExample } from "../examples.ts";
import { Payment, PaymentParams } from "./payment-shapes.ts";

export const getPayoutOperation = operation({
  name: "get-payout",
  method: "GET",
  path: "/v1/payments/{id}",
  tag: "Payments",
  summary: "Get a payout",
  description: "The payout with its current status.",
  params: PaymentParams,
  replies: found("The payout.", Payment, paymentExample),
  scope: "payments:read",
  access: { payment: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
