import { type PayoutTransition, payoutTransitions } from "../../../domain/payout/payout.ts";
import { Payment, PaymentParams, paymentExample } from "../shapes.ts";

/**
 * The record of a test helper, which moves a payout to the status that an integration test needs. Test mode
 * only.
 */
export const testHelperOperation = <const T extends PayoutTransition>(transition: T, what: string) =>
  ({
    name: `${transition}-payout`,
    api: "platform",
    method: "POST",
    path: `/v1/test_helpers/payments/{id}/${transition}`,
    tag: "Test helpers",
    summary: `${transition.charAt(0).toUpperCase()}${transition.slice(1)} a test payout`,
    description: `${what} For your integration tests: it works with test keys only and emits the same event as a real transition.`,
    params: PaymentParams,
    replies: {
      moved: {
        status: 200,
        description: "The payout with its new status.",
        schema: Payment,
        example: movedExample(transition),
      },
    },
    errors: ["resource_missing", "route_not_found", "status_conflict"],
    scope: "payments:write",
    storeAnswerFor: "30 days",
    access: {
      payment: ["get", "update"],
      driver: ["update"],
      count: ["update"],
      event: ["put"],
    },
    budget: { calls: 3, writeUnits: 16, readUnits: 1 },
  }) as const;

const movedExample = (transition: PayoutTransition) => ({
  ...paymentExample,
  status: payoutTransitions[transition].to,
  ...(transition === "fail" && { completed_at: null }),
});
