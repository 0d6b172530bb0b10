import * as z from "zod/mini";
import { PayoutBatchRequest } from "../../../domain/payout/batch-request.ts";
import { MAX_BATCH_BYTES } from "../../../domain/payout/payout-batch.ts";
import { MAX_PROPOSAL_DAYS, PROPOSAL_DAYS } from "../../../domain/payout/proposal.ts";
import { note, text } from "../../../domain/text/text.ts";
import { GivenInstant } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { PaymentProposal, proposalExample } from "./proposal-shapes.ts";

export const createPayoutProposalOperation = operation({
  name: "create-payout-proposal",
  method: "POST",
  path: "/v1/payments/proposals",
  tag: "Payments",
  summary: "Propose payouts",
  description:
    "Asks a person of your company to approve up to 500 payouts, and moves no money. Get the proposal to see the dry run of each. Once approved, it becomes a batch. Such a key also reads drivers, payouts and the balance.",
  body: z.strictObject({
    payouts: PayoutBatchRequest.shape.payouts,
    reason: note(text(500), "Why, for the approver."),
    expires_at: z.optional(
      note(
        z.clone(GivenInstant),
        `When it expires, at most ${MAX_PROPOSAL_DAYS} days from now. Omitted: in ${PROPOSAL_DAYS} days.`,
      ),
    ),
    idempotency_key: PayoutBatchRequest.shape.idempotency_key,
  }),
  bodyExample: {
    payouts: [{ driver_id: driverExample.id, amount: 12_500, currency: "usd" }],
    reason: "Deliveries of November 20",
  },
  maxBodyBytes: MAX_BATCH_BYTES,
  replies: created("The proposal waits for approval.", PaymentProposal, proposalExample),
  errors: ["amount_too_small", "currency_not_supported", "idempotency_key_mismatch", "live_mode_unavailable"],
  scope: "payments:propose",
  access: {
    proposal: ["put"],
    event: ["put"],
    outbox: ["put"],
    // The dry runs read what payouts read, and write nothing.
    driver: ["query"],
    saver: ["get"],
    count: ["query"],
  },
  // The dry run of a payout reads its driver. A page has 50 payouts.
  budget: { calls: 4, writeUnits: 11, readUnits: 2 },
});
