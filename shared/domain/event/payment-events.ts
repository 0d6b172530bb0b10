import type { PayoutStatus } from "../payout/payout.ts";
import { PublicPayout } from "../payout/public-payout.ts";
import { defineEvent, type EventDefinition } from "./new-event.ts";

/** The event of each status. A payout that is final in the reply that makes it was never pending. */
export const paymentEvents = {
  pending: defineEvent("payment.pending", PublicPayout),
  completed: defineEvent("payment.completed", PublicPayout),
  failed: defineEvent("payment.failed", PublicPayout),
  canceled: defineEvent("payment.canceled", PublicPayout),
  refunded: defineEvent("payment.refunded", PublicPayout),
} satisfies Record<PayoutStatus, EventDefinition>;
