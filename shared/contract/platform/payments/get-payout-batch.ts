import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { batchExample, PaymentBatch, PaymentBatchParams } from "./batch-shapes.ts";

export const getPayoutBatchOperation = operation({
  name: "get-payout-batch",
  method: "GET",
  path: "/v1/payments/batches/{id}",
  tag: "Payments",
  summary: "Get a batch of payouts",
  description: "The batch with the number of its payouts by result.",
  params: PaymentBatchParams,
  replies: found("The batch.", PaymentBatch, batchExample),
  scope: "payments:read",
  access: { batch: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
