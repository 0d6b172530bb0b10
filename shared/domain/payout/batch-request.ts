import * as z from "zod/mini";
import { note } from "../text/text.ts";
import { MAX_BATCH } from "./payout-batch.ts";
import { PayoutRequest } from "./payout-request.ts";

const BatchPayout = z.extend(PayoutRequest, {
  idempotency_key: note(
    z.clone(PayoutRequest.shape.idempotency_key),
    "Names the payout, as the key of a single payout does. A payout with a key that was used is not made again: you get the first one, with `replayed`.",
  ),
});

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
