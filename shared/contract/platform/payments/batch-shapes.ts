import * as z from "zod/mini";
import { exampleBatch } from "../../../domain/event/event-examples.ts";
import { BatchId, PublicBatch, PublicBatchItem } from "../../../domain/payout/payout-batch.ts";
import { note } from "../../../domain/text/text.ts";

export const PaymentBatch = PublicBatch;

export const PaymentBatchItem = z
  .object(PublicBatchItem.shape)
  .register(z.globalRegistry, { id: "PaymentBatchItem", description: "A payout of a batch, by its result." });

export const PaymentBatchParams = z.strictObject({ id: note(z.clone(BatchId), "The batch's id.") });

export const batchExample = exampleBatch();

export const newBatchExample = {
  ...batchExample,
  status: "processing",
  counts: { total: 1, pending: 1, created: 0, rejected: 0 },
  completed_at: null,
  sequence: 0,
};

export const batchItemExample = {
  id: "bati_01kadzav7w6x5y4t3s2r1q0p00",
  object: "payout_batch_item",
  index: 0,
  status: "created",
  payout_id: "pay_01kadzav7w6x5y4t3s2r1q0p9n",
  replayed: false,
  error: null,
  livemode: false,
};
