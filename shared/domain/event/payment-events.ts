import * as z from "zod/mini";
import type { PayoutStatus } from "../payout/payout.ts";
import { PublicPayout } from "../payout/public-payout.ts";
import { defineEvent } from "./new-event.ts";

const settled = <Status extends "completed" | "failed" | "refunded">(status: Status) =>
  defineEvent(
    `payment.${status}`,
    z
      .object({ ...PublicPayout.shape, status: z.literal(status) })
      .register(z.globalRegistry, { "x-same-as": "Payment" }),
  );

/** A payout's events by its status. They carry the whole payout, as replies show it. */
export const paymentEvents = {
  completed: settled("completed"),
  failed: settled("failed"),
  refunded: settled("refunded"),
};

/** The event of a status. A pending payout has no event; only its own account can cancel one. */
export const paymentEventOf = ({ status }: { status: PayoutStatus }) =>
  status === "pending" || status === "canceled" ? undefined : paymentEvents[status];
