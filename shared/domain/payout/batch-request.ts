import * as z from "zod/mini";
import { note } from "../text.ts";
import { MAX_BATCH } from "./payout-batch.ts";
import { PayoutRequest } from "./payout-request.ts";

export const BatchPayout = z.omit(PayoutRequest, { idempotency_key: true });

const fields = <S extends z.ZodMiniType>(payout: S) => ({
  payouts: note(
    z.array(payout).check(z.minLength(1), z.maxLength(MAX_BATCH)),
    "The payouts, each as `POST /v1/payments/payout` takes it. An invalid one doesn't stop the others.",
  ),
  idempotency_key: z.clone(PayoutRequest.shape.idempotency_key),
});

export const PayoutBatchRequest = z.strictObject(fields(BatchPayout));

/** A batch as it is accepted: each payout is read when it is made, and gets an error of its own. */
export const AcceptedBatch = z.strictObject(fields(z.unknown()));
