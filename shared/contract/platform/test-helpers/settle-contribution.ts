import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { PaymentParams } from "../payments/payment-shapes.ts";
import { ContributionShape, contributionExample } from "../savings/contribution-shapes.ts";

export const settleContributionOperation = operation({
  name: "settle-contribution",
  method: "POST",
  path: "/v1/test_helpers/payments/{id}/contribute",
  tag: "Test helpers",
  summary: "Settle the contribution of a test payout",
  description:
    "Sends what a payout saved at once, without waiting five days, and settles it. It works with test keys only and emits the same event as a real contribution.",
  params: PaymentParams,
  replies: replyNamed("settled", 200)("The settled contribution.", ContributionShape, contributionExample),
  errors: ["route_not_found", "status_conflict"],
  scope: "payments:write",
  access: {
    payment: ["get"],
    contribution: ["get", "update"],
    entry: ["put"],
    count: ["update"],
    event: ["put"],
  },
  budget: { calls: 5, writeUnits: 15, readUnits: 2 },
});
