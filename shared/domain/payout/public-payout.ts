import * as z from "zod/mini";
import { Sequence } from "../event/event.ts";
import { bankAmountOf, returnedOf } from "../ledger/payout-entries.ts";
import { PublicMetadata, publicMetadata } from "../metadata/metadata.ts";
import { Livemode } from "../item/owner.ts";
import { SavingsReason } from "../savings/split.ts";
import { component, Instant, note } from "../text/text.ts";
import { FailureCode, type Payout, PayoutId, PayoutMethod, PayoutStatus, RefundReason } from "./payout.ts";

export const PublicPayout = note(
  component("Payment", {
    id: PayoutId,
    object: z.literal("payout"),
    status: note(z.clone(PayoutStatus), "Current status."),
    amount: note(z.int(), "In cents."),
    currency: z.string(),
    method: note(z.clone(PayoutMethod), "How fast the payout is sent."),
    driver_id: z.string(),
    bank_account_id: note(
      z.nullable(z.string()),
      "The bank account paid. Null: the driver had none (sandbox only).",
    ),
    fee: note(z.int(), "In cents, deducted from the amount."),
    fee_refunded: note(
      z.int(),
      "In cents: the fee, given back if the payout failed or was canceled or refunded.",
    ),
    net_amount: note(z.int(), "In cents: the amount minus the fee."),
    tip_amount: note(z.int(), "In cents: the part of `amount` that is tips."),
    bank_amount: note(z.int(), "In cents: the part of `net_amount` that goes to the bank account."),
    savings_amount: note(
      z.int(),
      "In cents: the part of `net_amount` that the driver saves in a Roth IRA, by their own agreement.",
    ),
    savings_reason: note(
      z.nullable(SavingsReason),
      "Why it saves less than the driver agreed to, or nothing. Null: it saves what was agreed, or there is no agreement.",
    ),
    refunded_amount: note(
      z.int(),
      "In cents: what came back, with its fee, if the payout was refunded. Savings that were sent stay.",
    ),
    description: note(z.nullable(z.string()), "Your own description, or null."),
    metadata: note(z.clone(PublicMetadata), "Your own key-value pairs, as you sent them."),
    failure_code: note(
      z.nullable(FailureCode),
      "Why the payout failed, or null. Each code is one of the ACH network's reasons for a return.",
    ),
    return_code: z.optional(note(z.string(), "Live: the bank's code, as `R03`.")),
    created_at: Instant,
    expected_at: z.optional(note(z.clone(Instant), "Live: when it should arrive.")),
    submitted_at: z.optional(note(z.clone(Instant), "Live: when it left for the bank.")),
    completed_at: note(z.nullable(Instant), "When the money arrived, or null."),
    failed_at: note(z.nullable(Instant), "When the payout failed, or null."),
    canceled_at: note(z.nullable(Instant), "When you canceled the payout, or null."),
    refunded_at: note(z.nullable(Instant), "When the money came back, or null."),
    refund_reason: note(
      z.nullable(RefundReason),
      "`returned` by the bank, so never paid, or `repaid` later by the driver. Null: not refunded.",
    ),
    sequence: Sequence,
    livemode: Livemode,
  }),
  "A payout to a driver.",
);

/** How many events a payout has had. One whose outcome was known at once has never been pending. */
function eventsOf({ status, created_at, completed_at, failed_at, canceled_at }: Payout): number {
  const decidedAt = completed_at ?? failed_at ?? canceled_at ?? created_at;
  return (decidedAt === created_at ? 1 : 2) + (status === "refunded" ? 1 : 0);
}

/** The sandbox has none of them. */
const railFields = ({ status, expected_at, submitted_at, return_code }: Payout) => ({
  ...(status === "pending" && expected_at && { expected_at }),
  ...(submitted_at && { submitted_at }),
  ...((status === "failed" || status === "refunded") && return_code && { return_code }),
});

export function publicPayout(payout: Payout): Omit<z.infer<typeof PublicPayout>, "livemode"> {
  const returned = returnedOf(payout);
  return {
    id: payout.id,
    object: "payout",
    status: payout.status,
    amount: payout.amount,
    currency: payout.currency,
    method: payout.method,
    driver_id: payout.driver_id,
    bank_account_id: payout.bank_account_id ?? null,
    fee: payout.fee,
    fee_refunded: returned.fee,
    net_amount: payout.net_amount,
    tip_amount: payout.tip_amount ?? 0,
    bank_amount: bankAmountOf(payout),
    savings_amount: payout.savings_amount ?? 0,
    savings_reason:
      payout.savings && !payout.completed_at ? "not_completed" : (payout.savings_reason ?? null),
    refunded_amount: returned.amount,
    description: payout.description ?? null,
    metadata: publicMetadata(payout.metadata),
    failure_code: payout.failure_code ?? null,
    created_at: payout.created_at,
    completed_at: payout.completed_at ?? null,
    failed_at: payout.failed_at ?? null,
    canceled_at: payout.canceled_at ?? null,
    refunded_at: payout.refunded_at ?? null,
    refund_reason: payout.status === "refunded" ? (payout.refund_reason ?? "returned") : null,
    ...railFields(payout),
    sequence: eventsOf(payout),
  };
}
