import * as z from "zod/mini";
import type { ApiKey } from "../account/api-key.ts";
import { ONLY, Sequence } from "../event/event.ts";
import { idForm, numberedId, numberIn, sortableId } from "../item/ids.ts";
import { Livemode } from "../item/owner.ts";
import { component, Instant, note } from "../text/text.ts";
import { PayoutId } from "./payout.ts";

export const MAX_BATCH = 500;

/** Half a kilobyte for each payout. An item of the table has 400 KB at most. */
export const MAX_BATCH_BYTES = 256 * 1024;

/** The payouts of one stored item. It has room for a whole batch's bytes. */
export const BATCH_PAGE = 50;

export const BatchId = z.string().check(z.regex(idForm("bat_"), "a batch's id, `bat_...`"));
export const BatchItemId = z.string().check(z.regex(idForm("bati_"), "an item's id, `bati_...`"));

const BatchStatus = z.enum(["processing", "completed"]);
const BatchItemStatus = z.enum(["pending", "created", "rejected"]);

/** `total`: of payouts. `created` and `rejected` may lag behind the results while it is processed. */
export const PayoutBatch = z.object({
  id: BatchId,
  status: BatchStatus,
  total: z.int(),
  created: z.int(),
  rejected: z.int(),
  /** The key that asked for it. Each payout needs it to be valid still. */
  key_id: z.string(),
  network: z.optional(z.string()),
  /** Members approved this proposal: its key needs no right to pay. */
  proposal_id: z.optional(z.string()),
  /** The first page that may have payouts without a result. */
  page: z.int(),
  /** How often in a row payouts were left without a result by faults. */
  retries: z.int(),
  /** When to work on it next, or when the worker at work has lost it. Absent when completed. */
  due_at: z.optional(Instant),
  created_at: Instant,
  completed_at: z.optional(Instant),
});
export type PayoutBatch = z.infer<typeof PayoutBatch>;

/** Why a payout was not made: the parts of the error that are not the same for each code. */
export const BatchProblem = z.object({
  code: z.string(),
  message: z.string(),
  param: z.nullable(z.string()),
});
type BatchProblem = z.infer<typeof BatchProblem>;

/** `replayed`: an earlier request with its idempotency key made the payout. */
export const BatchResult = z.object({
  payout_id: z.optional(PayoutId),
  replayed: z.optional(z.literal(true)),
  problem: z.optional(BatchProblem),
});
export type BatchResult = z.infer<typeof BatchResult>;

/** In place of a key: the batch of a new account's samples, in its sandbox. No request can name it. */
export const SAMPLE_KEY = "sample";

export const newBatch = (
  total: number,
  { key_id }: Pick<ApiKey, "key_id">,
  network: string | undefined,
  now: Date,
) => ({
  id: sortableId("bat_", now),
  status: "processing" as const,
  total,
  created: 0,
  rejected: 0,
  key_id,
  page: 0,
  retries: 0,
  ...(network !== undefined && { network }),
  due_at: now.toISOString(),
  created_at: now.toISOString(),
});

export const PublicBatch = note(
  component("PaymentBatch", {
    id: BatchId,
    object: z.literal("payout_batch"),
    status: note(z.clone(BatchStatus), "`completed`: each payout has its result."),
    counts: note(
      z.object({
        total: note(z.int(), "All of them."),
        pending: note(z.int(), "Not tried yet."),
        created: note(z.int(), "Payouts that exist. A payout can still fail at the bank."),
        rejected: note(z.int(), "Payouts that were refused, each with its error."),
      }),
      "The payouts of the batch, by their result. While it is processed, they may lag by a few seconds.",
    ),
    created_at: Instant,
    completed_at: note(z.nullable(Instant), "When the last payout got its result, or null."),
    sequence: Sequence,
    livemode: Livemode,
  }),
  "Up to 500 payouts in one request.",
);

export const publicBatch = ({ id, status, total, created, rejected, ...batch }: PayoutBatch) => ({
  id,
  object: "payout_batch" as const,
  status,
  counts: { total, pending: total - created - rejected, created, rejected },
  created_at: batch.created_at,
  completed_at: batch.completed_at ?? null,
  // Its one event: it completes.
  sequence: batch.completed_at ? ONLY : 0,
});

export const PublicBatchItem = z.object({
  id: BatchItemId,
  object: z.literal("payout_batch_item"),
  index: note(z.int(), "The payout's place in `payouts`, from 0."),
  status: note(z.clone(BatchItemStatus), "`pending`: not tried yet."),
  payout_id: note(z.nullable(PayoutId), "The payout, if it was created."),
  replayed: note(
    z.boolean(),
    "An earlier payout with the same idempotency key and the same fields is this one. No other was made.",
  ),
  error: note(
    z.nullable(
      z
        .object({ type: z.string(), ...BatchProblem.shape, doc_url: z.string() })
        .register(z.globalRegistry, { "x-same-as": "ErrorDetail" }),
    ),
    "Why it was rejected: the error that `POST /v1/payments/payout` returns.",
  ),
  livemode: Livemode,
});

/** An item without its error, which needs the address of the documentation. */
export const publicBatchItem = (
  batchId: string,
  { index, payout_id, replayed }: Omit<BatchResult, "problem"> & { index: number },
  problem: BatchProblem | undefined,
) => ({
  id: numberedId("bati_", batchId, index),
  object: "payout_batch_item" as const,
  index,
  status: payout_id ? ("created" as const) : problem ? ("rejected" as const) : ("pending" as const),
  payout_id: payout_id ?? null,
  replayed: replayed ?? false,
});

type ItemQuery = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined };

/**
 * The page of a batch's payouts that a query asks for: from `start` until before `end`. A cursor is a place,
 * whether or not a payout is there.
 *
 * @example
 * itemsWithin(12, { limit: 10 }); // => { start: 0, end: 10, has_more: true }
 */
export function itemsWithin(total: number, { limit, starting_after, ending_before }: ItemQuery) {
  if (ending_before !== undefined) {
    const end = Math.min(total, numberIn(ending_before));
    const start = Math.max(0, end - limit);
    return { start, end, has_more: start > 0 };
  }
  const start = starting_after === undefined ? 0 : Math.min(total, numberIn(starting_after) + 1);
  const end = Math.min(total, start + limit);
  return { start, end, has_more: end < total };
}
