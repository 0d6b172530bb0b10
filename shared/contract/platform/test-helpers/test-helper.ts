import type { PayoutTransition } from "../../../domain/payout/payout.ts";
import { replyNamed } from "../../replies.ts";
import { Payment, PaymentParams } from "../payments/payment-shapes.ts";

/** The account itself can cancel a payout. */
type Helped = Exclude<PayoutTransition, "cancel">;

export const testHelperOperation = <const T extends Helped>(transition: T, what: string, example: object) =>
  ({
    name: `${transition}-payout`,
    api: "platform",
    method: "POST",
    path: `/v1/test_helpers/payments/{id}/${transition}`,
    tag: "Test helpers",
    summary: `${transition.charAt(0).toUpperCase()}${transition.slice(1)} a test payout`,
    description: `${what} With test keys only. It emits the same event as a real transition.`,
    params: PaymentParams,
    replies: replyNamed("moved", 200)("The payout with its new status.", Payment, example),
    errors: ["route_not_found", "status_conflict"],
    scope: "payments:write",
    access: {
      payment: ["get", "update"],
      entry: ["put"],
      driver: ["update"],
      count: ["update"],
      event: ["put"],
    },
    // The stored answer of a refund has two instants, so it is above a kilobyte.
    budget: { calls: 3, writeUnits: { complete: 22, fail: 23, refund: 22 }[transition], readUnits: 1 },
  }) as const;
