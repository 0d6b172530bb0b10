import type { Payout, PayoutStatus } from "../payout/payout.ts";
import { PublicPayout, publicPayout } from "../payout/public-payout.ts";
import { component } from "../text.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

/** The whole payout, as replies show it. */
const data = component("PaymentEventData", { ...PublicPayout.shape, sequence: Sequence });

export const paymentEvents = {
  completed: defineEvent("payment.completed", data),
  failed: defineEvent("payment.failed", data),
  refunded: defineEvent("payment.refunded", data),
};

export const paymentEventData = (payout: Payout) => ({
  ...publicPayout(payout),
  sequence: payout.status === "refunded" ? 2 : 1,
});

/** The event of a status. A pending payout has no event; only its own account can cancel one. */
export const paymentEventOf = ({ status }: { status: PayoutStatus }) =>
  status === "pending" || status === "canceled" ? undefined : paymentEvents[status];
