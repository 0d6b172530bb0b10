import { AcceptedBatch, PayoutBatchRequest } from "../../../domain/payout/batch-request.ts";
import { MAX_BATCH_BYTES } from "../../../domain/payout/payout-batch.ts";
import { operation } from "../../operation.ts";
import { accepted } from "../../replies.ts";
import { driverExample } from "../examples.ts";
import { newBatchExample, PaymentBatch } from "./batch-shapes.ts";

export const createPayoutBatchOperation = operation({
  name: "create-payout-batch",
  method: "POST",
  path: "/v1/payments/batches",
  tag: "Payments",
  summary: "Pay many drivers",
  description:
    "Accepts up to 500 payouts at once and makes them one by one, each as if you had sent it alone. Each gets its own result, the payout or its error, and none stops the others. Each payout counts as a request when it is made. Your batches use at most half of a minute's quota, then wait for the next minute. Send an idempotency key: a retry with the same key never pays twice.",
  body: PayoutBatchRequest,
  bodyExample: {
    payouts: [{ driver_id: driverExample.id, amount: 12_500, currency: "usd" }],
    idempotency_key: "batch-2026-11-21",
  },
  accepts: AcceptedBatch,
  maxBodyBytes: MAX_BATCH_BYTES,
  replies: accepted(
    "The payouts will be made. Get the batch until its `status` is `completed`, or wait for the event `payment.batch.completed`.",
    PaymentBatch,
    newBatchExample,
  ),
  errors: ["idempotency_key_mismatch", "live_mode_unavailable"],
  scope: "payments:write",
  movesMoney: true,
  storesAnswerForever: true,
  access: { batch: ["put"], outbox: ["put"] },
  // The key is read anew. A page has 50 payouts, and 2 units for each kilobyte.
  budget: { calls: 4, writeUnits: 11, readUnits: 1 },
});
