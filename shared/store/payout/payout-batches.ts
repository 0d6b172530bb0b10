import * as z from "zod/mini";
import { batchCompleted } from "../../domain/event/batch-events.ts";
import type { BatchRequest } from "../../domain/event/outbox.ts";
import type { Owner } from "../../domain/item/owner.ts";
import {
  BATCH_PAGE,
  BatchId,
  BatchResult,
  PayoutBatch,
  publicBatch,
} from "../../domain/payout/payout-batch.ts";
import { Instant } from "../../domain/text/text.ts";
import { emitWrite } from "../event/events.ts";
import { batchAt, dueBatches, keys } from "../keys/keys.ts";
import { absent, between } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { itemsOf, findAs, findItem, query } from "../table/reads.ts";
import { transact, type Write, write } from "../table/table.ts";
import { change, put, putNew } from "../table/writes.ts";

export async function putBatch(
  owner: Owner,
  batch: PayoutBatch,
  payouts: readonly unknown[],
  memory: Write | undefined,
): Promise<void> {
  await transactOnce(batchWrites(owner, batch, payouts), memory);
}

export function batchWrites(owner: Owner, batch: PayoutBatch, payouts: readonly unknown[]): Write[] {
  const pages = Array.from({ length: Math.ceil(payouts.length / BATCH_PAGE) }, (_, page) =>
    putNew({
      ...keys.batchPage(owner, batch.id, page),
      // As text: the table's client cannot write each JSON value.
      payouts: JSON.stringify(payouts.slice(page * BATCH_PAGE, (page + 1) * BATCH_PAGE)),
    }),
  );
  const head = putNew({ ...keys.batch(owner, batch.id), by_due: dueBatches, ...batch });
  const { account_id, mode } = owner;
  const request: BatchRequest = { kind: "batch", account_id, mode, batch_id: batch.id };
  return [head, ...pages, outboxWrite(request, new Date(batch.created_at))];
}

const RejectedBatch = z.object({ batch_id: BatchId, rejected: z.int(), at: Instant });
export type RejectedBatch = z.infer<typeof RejectedBatch>;

/** Written with the completion of each batch that has rejected payouts: two write units. */
export const findRejectedBatch = (owner: Owner): Promise<RejectedBatch | undefined> =>
  findAs(keys.rejectedBatch(owner), RejectedBatch);

export const findPayoutBatch = (owner: Owner, id: string): Promise<PayoutBatch | undefined> =>
  findAs(keys.batch(owner, id), PayoutBatch);

/** Undefined: not due, or completed. For speed only: see `resultWrite`. */
export async function leaseBatch(
  owner: Owner,
  id: string,
  now: Date,
  until: Date,
): Promise<PayoutBatch | undefined> {
  const batch = await findPayoutBatch(owner, id);
  if (!batch?.due_at || Date.parse(batch.due_at) > now.getTime()) return undefined;
  const leased = { ...batch, due_at: until.toISOString() };
  const conflict = await write(
    change(keys.batch(owner, id), {
      set: { due_at: leased.due_at },
      when: { due_at: batch.due_at },
      found: true,
    }),
  );
  // The SDK writes again when an answer is lost, and then finds its own lease.
  return conflict && conflict.found?.due_at !== leased.due_at ? undefined : leased;
}

export type OpenPayout = { index: number; payout: unknown };

export async function findOpenPayouts(owner: Owner, batchId: string, page: number): Promise<OpenPayout[]> {
  const start = page * BATCH_PAGE;
  const [stored, results] = await Promise.all([
    findItem(keys.batchPage(owner, batchId, page)),
    findResults(owner, batchId, start, start + BATCH_PAGE),
  ]);
  const payouts: unknown[] = JSON.parse(String(stored?.payouts));
  return payouts
    .map((payout, i) => ({ index: start + i, payout }))
    .filter(({ index }) => !results.has(index));
}

export async function findResults(
  owner: Owner,
  batchId: string,
  start: number,
  end: number,
): Promise<Map<number, BatchResult>> {
  if (end <= start) return new Map();
  const { pk, sk: first } = keys.batchResult(owner, batchId, start);
  const { sk: last } = keys.batchResult(owner, batchId, end - 1);
  const items = await itemsOf({ pk, sk: between(first, last) });
  return new Map(items.map((item) => [Number(String(item.sk).slice(-3)), BatchResult.parse(item)]));
}

/** All payouts of a batch as they were asked for, each with its result. A batch has ten pages at most. */
export async function findBatchItems(owner: Owner, { id, total }: PayoutBatch) {
  const pages = Array.from({ length: Math.ceil(total / BATCH_PAGE) }, (_, page) => page);
  const [stored, results] = await Promise.all([
    Promise.all(pages.map((page) => findItem(keys.batchPage(owner, id, page)))),
    findResults(owner, id, 0, total),
  ]);
  const payouts: unknown[] = stored.flatMap((item) => JSON.parse(String(item?.payouts ?? "[]")));
  return payouts.map((payout, index) => {
    const request = typeof payout === "object" && payout !== null ? (payout as Record<string, unknown>) : {};
    return { index, payout: request, ...results.get(index) };
  });
}

export const resultWrite = (owner: Owner, batchId: string, index: number, result: BatchResult): Write =>
  putNew({ ...keys.batchResult(owner, batchId, index), ...result });

/** Puts the result of a payout that was not made, unless it has one. Returns whether this call did. */
export const putResult = async (owner: Owner, batchId: string, index: number, result: BatchResult) =>
  (await write(resultWrite(owner, batchId, index, result))) === undefined;

/** Adds new results to a batch's counts. A crash before it makes them lag until the batch is completed. */
export const addResults = (owner: Owner, id: string, created: number, rejected: number) =>
  write(change(keys.batch(owner, id), { add: { created, rejected }, when: { status: "processing" } }));

export const releaseBatch = (
  owner: Owner,
  id: string,
  rest: Pick<PayoutBatch, "page" | "retries"> & { due_at: string },
) => write(change(keys.batch(owner, id), { set: rest, when: { status: "processing" } }));

/** With exact counts and its event. Returns whether each payout has a result. */
export async function completeBatch(owner: Owner, batch: PayoutBatch, now: Date): Promise<boolean> {
  const { id, total } = batch;
  const results = [...(await findResults(owner, id, 0, total)).values()];
  if (results.length < total) return false;
  const created = results.filter(({ payout_id }) => payout_id !== undefined).length;
  const after = { status: "completed", created, rejected: total - created } as const;
  const completed = { ...after, completed_at: now.toISOString() };
  await transact([
    change(keys.batch(owner, id), {
      set: { ...completed, due_at: absent, by_due: absent },
      when: { status: "processing" },
    }),
    emitWrite(owner, batchCompleted, publicBatch({ ...batch, ...completed })),
    completed.rejected > 0
      ? put({
          ...keys.rejectedBatch(owner),
          batch_id: id,
          rejected: completed.rejected,
          at: completed.completed_at,
        })
      : undefined,
  ]);
  return true;
}

/** So many are sent again at once. The next sweep, a minute later, finds more. */
const MAX_LOST = 100;
/** A batch that is due for so long has no message any more, or one that waits behind many. */
const LOST_MS = 2 * 60_000;

/** Those whose message seems lost, and until when, in ms, a call finds none unless an item changes. */
export async function listLostBatches(now: Date): Promise<{ lost: BatchRequest[]; next: number }> {
  const page = await query({ IndexName: "by_due", key: { by_due: dueBatches }, Limit: MAX_LOST });
  const due = (page.Items ?? []).map(({ pk, sk, due_at }) => ({
    request: { kind: "batch", ...batchAt({ pk: String(pk), sk: String(sk) }) } as const,
    lostAt: Date.parse(String(due_at)) + LOST_MS,
  }));
  const lost = due.filter(({ lostAt }) => lostAt <= now.getTime()).map(({ request }) => request);
  return { lost, next: due[0]?.lostAt ?? Number.POSITIVE_INFINITY };
}
