import * as z from "zod/mini";
import { BatchItemId } from "../../../domain/payout/payout-batch.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { batchItemExample, PaymentBatchItem, PaymentBatchParams } from "./batch-shapes.ts";

export const listPayoutBatchItemsOperation = operation({
  name: "list-payout-batch-items",
  method: "GET",
  path: "/v1/payments/batches/{id}/items",
  tag: "Payments",
  summary: "List the payouts of a batch",
  description:
    "The result of each payout of the batch, in the order in which you sent them. `index` says which one it is. A payout without a result is `pending`.",
  params: PaymentBatchParams,
  query: z.strictObject(paging(BatchItemId)),
  replies: foundList(
    "PaymentBatchItemList",
    "A result page of the batch's payouts.",
    PaymentBatchItem,
    batchItemExample,
  ),
  hasLatePlaces: true,
  scope: "payments:read",
  access: { batch: ["get", "query"] },
  budget: { calls: 3, writeUnits: 1, readUnits: 2 },
});
