import * as z from "zod/mini";
import { note } from "../text/text.ts";
import { MAX_BATCH } from "./payout-batch.ts";
import { PayoutRequest } from "./payout-request.ts";

const fields = <S extends z.ZodMiniType>(payout: S) => ({
  payouts: note(
    z.array(payout).check(z.minLength(1), z.maxLength(MAX_BATCH)),
    "The payouts, each as `POST /v1/payments/payout` takes it.",
  ),
  idempotency_key: note(
    z.clone(PayoutRequest.shape.idempotency_key),
    "Alternative to the `Idempotency-Key` header. If you send both, they must match.",
  ),
});

export const PayoutBatchRequest = z.strictObject(fields(PayoutRequest));

/** A batch as it is accepted: each payout is read when it is made, and gets an error of its own. */
export const AcceptedBatch = z.strictObject(fields(z.unknown()));
