import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { paymentExamples } from "../examples.ts";
import { Payment, PaymentParams } from "./payment-shapes.ts";

export const cancelPayoutOperation = operation({
  name: "cancel-payout",
  method: "POST",
  path: "/v1/payments/{id}/cancel",
  tag: "Payments",
  summary: "Cancel a payout",
  description:
    "Stops a `pending` payout, and gives its fee back. A payout with any other status cannot be canceled.",
  params: PaymentParams,
  replies: replyNamed("canceled", 200)("The payout was canceled.", Payment, paymentExamples.canceled),
  errors: ["status_conflict", "live_mode_unavailable"],
  scope: "payments:write",
  movesMoney: true,
  access: {
    payment: ["get", "update"],
    entry: ["put"],
    driver: ["update"],
    count: ["update"],
    event: ["put"],
  },
  // The stored answer is just above a kilobyte.
  budget: { calls: 4, writeUnits: 21, readUnits: 2 },
});
