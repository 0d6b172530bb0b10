import { Problem } from "../../shared/contract/errors.ts";
import { MAX_BODY_BYTES } from "../../shared/contract/operation.ts";
import { createPayoutOperation } from "../../shared/contract/platform/payments/create-payout.ts";
import { type ApiKey, newKeyRecord } from "../../shared/domain/account/api-key.ts";
import type { BatchRequest } from "../../shared/domain/event/outbox.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { BATCH_PAGE, type PayoutBatch, SAMPLE_KEY } from "../../shared/domain/payout/payout-batch.ts";
import { authorize, quotaOfKey, requireValid } from "../../shared/http/guard/authenticate.ts";
import { tooLarge } from "../../shared/http/serve/request.ts";
import { asProblem, type Result } from "../../shared/http/serve/responses.ts";
import { type Caller, isReplayed } from "../../shared/http/serve/serve-platform.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { EARLY_MS } from "../../shared/http/serve/serve-timer.ts";
import { logFault } from "../../shared/http/serve/telemetry.ts";
import { enqueueBatch } from "../../shared/queues/sqs.ts";
import { findKeyById } from "../../shared/store/account/accounts.ts";
import {
  addResults,
  completeBatch,
  findOpenPayouts,
  leaseBatch,
  type OpenPayout,
  putResult,
  releaseBatch,
  resultWrite,
} from "../../shared/store/payout/payout-batches.ts";
import { AlreadyAnswered } from "../../shared/store/table/idempotency.ts";
import { keptWithEvent } from "../../shared/store/event/event-request.ts";
import { countBatch, uncountBatch } from "../../shared/store/table/quotas.ts";
import { timeScale } from "../../shared/store/table/time-scale.ts";
import { makeInBatch } from "../platform/payments/create-payout.ts";

const NAME = "make-payouts";

const LEASE_MS = 30_000;
const WORK_FOR_MS = 15_000;
/** Payouts between two looks at the key, the quota and the clock. */
const GROUP = 10;
/** More at once would conflict often: their counts are in 16 shards. */
const AT_ONCE = 4;
/** Pauses after faults double up to this one. */
const LONGEST_PAUSE_MS = 300_000;
/** After so many, half an hour in all, a payout whose fault does not pass gets that as its result. */
const MAX_RETRIES = 12;

/**
 * Each payout as its own request would, with its result in one transaction, so no doubled message and no
 * crash makes one twice. It stops for the quota or for time, and sends a message to continue.
 */
export const handler = serveQueue(NAME, () => async ({ body }) => {
  const request = JSON.parse(body) as BatchRequest;
  const owner = { account_id: request.account_id, mode: request.mode };
  const now = Date.now();
  const until = new Date(now + LEASE_MS * timeScale());
  // The queue's clock may be ahead of this one.
  const batch = await leaseBatch(owner, request.batch_id, new Date(now + EARLY_MS), until);
  if (!batch) return "nothing";

  const { page, waitMs, faults } = await makePages(owner, batch);
  if (page === undefined && (await completeBatch(owner, batch, new Date()))) return "completed";
  const retries = faults > 0 ? batch.retries + 1 : 0;
  const pauseMs = faults > 0 ? Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** retries) : waitMs;
  const due_at = new Date(Date.now() + pauseMs).toISOString();
  // Not complete, although no page from the known one on is open: an earlier page lacks a result.
  const first = page ?? 0;
  await releaseBatch(owner, batch.id, { page: first, retries, due_at });
  await enqueueBatch(request, Math.ceil(pauseMs / 1000));
  return `page ${first}, ${faults} faults`;
});

type Rest = { page: number | undefined; waitMs: number; faults: number };

async function makePages(owner: Owner, batch: PayoutBatch): Promise<Rest> {
  const until = performance.now() + WORK_FOR_MS;
  let faults = 0;
  let first: number | undefined;
  for (let page = batch.page; page * BATCH_PAGE < batch.total; page++) {
    const open = await findOpenPayouts(owner, batch.id, page);
    while (open.length > 0) {
      if (performance.now() > until) return { page: first ?? page, waitMs: 0, faults };
      const group = await makeGroup(owner, batch, open);
      faults += group.faults;
      if (group.faults > 0) first ??= page;
      if (group.waitMs > 0) return { page: first ?? page, waitMs: group.waitMs, faults };
    }
  }
  return { page: first, waitMs: 0, faults };
}

/**
 * `replayed`: its key has a payout. `known`: an earlier attempt gave the payout its result. `fault`: it has
 * none yet, and a retry follows.
 */
type Outcome = "created" | "replayed" | "rejected" | "known" | "fault" | { waitMs: number };

async function makeGroup(
  owner: Owner,
  batch: PayoutBatch,
  open: OpenPayout[],
): Promise<{ waitMs: number; faults: number }> {
  const now = new Date();
  const key = await findUsableKey(owner, batch, now);
  let taken = GROUP;
  let act = (payout: OpenPayout): Promise<Outcome> => reject(owner, batch, payout, key as Problem);
  if (!(key instanceof Problem)) {
    const counted = await countBatch(owner, quotaOfKey(key), Math.min(GROUP, open.length), now);
    if (counted.full) return { waitMs: untilNext(counted.full, now), faults: 0 };
    const caller = { owner, key, now, accept: "", source: batch.network ?? "" };
    taken = counted.taken;
    act = (payout) => makePayout(caller, batch, payout);
  }
  const outcomes = await each(open.splice(0, taken), act);
  const count = (result: Outcome) => outcomes.filter((outcome) => outcome === result).length;
  const waits = outcomes.flatMap((outcome) => (typeof outcome === "object" ? [outcome.waitMs] : []));
  const replayed = count("replayed");
  if (replayed > 0) await uncountBatch(owner, replayed, now);
  const created = count("created") + replayed;
  const rejected = count("rejected");
  if (created + rejected > 0) await addResults(owner, batch.id, created, rejected);
  return { waitMs: Math.max(0, ...waits), faults: count("fault") };
}

async function findUsableKey(
  { account_id }: Owner,
  { key_id, proposal_id }: PayoutBatch,
  now: Date,
): Promise<ApiKey | Problem> {
  if (key_id === SAMPLE_KEY)
    return newKeyRecord(
      { account_id, tier: "starter", verified: false },
      "test",
      [createPayoutOperation.scope],
      now,
    );
  try {
    const key = requireValid(await findKeyById(key_id), now);
    authorize(key, proposal_id === undefined ? createPayoutOperation.scope : "payments:propose");
    return key;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const untilNext = (full: "minute" | "second", now: Date): number => {
  const window = full === "minute" ? 60_000 : 1_000;
  return window - (now.getTime() % window);
};

async function each(
  payouts: OpenPayout[],
  act: (payout: OpenPayout) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const lane = async () => {
    for (let payout = payouts.shift(); payout; payout = payouts.shift()) outcomes.push(await act(payout));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return outcomes;
}

async function makePayout(caller: Caller, batch: PayoutBatch, payout: OpenPayout): Promise<Outcome> {
  const { owner } = caller;
  try {
    if (Buffer.byteLength(JSON.stringify(payout.payout)) > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES);
    const idIn = ({ body = "" }: Result): string => JSON.parse(body).id;
    const resultInBatch = (outcome: Result) =>
      resultWrite(owner, batch.id, payout.index, { payout_id: idIn(outcome) });
    const make = () => makeInBatch(caller, payout.payout, { resultInBatch });
    const { result } = await keptWithEvent(() => ({ batch_id: batch.id }), make);
    if (!isReplayed(result)) return "created";
    const replayed = { payout_id: idIn(result), replayed: true } as const;
    return (await putResult(owner, batch.id, payout.index, replayed)) ? "replayed" : "known";
  } catch (error) {
    if (error instanceof AlreadyAnswered) return "known";
    const problem = asProblem(error);
    const isLimited = problem.code === "rate_limit_exceeded";
    if (isLimited) return { waitMs: Number(problem.headers["retry-after"]) * 1000 };
    const isPassing = problem.code === "service_unavailable";
    if (isPassing || (problem.code === "internal_error" && batch.retries < MAX_RETRIES)) return fault(error);
    return reject(owner, batch, payout, problem);
  }
}

/** The write of the result decides: a payout that was made by a write without an answer has one. */
async function reject(owner: Owner, batch: PayoutBatch, { index }: OpenPayout, problem: Problem) {
  const { code, message, param } = problem;
  try {
    const isNew = await putResult(owner, batch.id, index, { problem: { code, message, param } });
    return isNew ? "rejected" : "known";
  } catch (error) {
    return fault(error);
  }
}

function fault(error: unknown): "fault" {
  logFault(NAME, error);
  return "fault";
}
