import type { Account } from "../../domain/account/account.ts";
import { type LiveDecision, LiveRequest } from "../../domain/account/live-request.ts";
import { keys } from "../keys/keys.ts";
import { absent, exists } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { oldestAfter } from "../table/pages.ts";
import { itemsAt } from "../table/reads.ts";
import { transact, type Write, write } from "../table/table.ts";
import { change, put, putNew, remove } from "../table/writes.ts";
import { restoring } from "./keyless-account.ts";

export async function findLiveRequests(
  accountId: string,
): Promise<{ open: LiveRequest | undefined; closed: LiveRequest | undefined }> {
  const places = [keys.liveRequest("open", accountId), keys.liveRequest("closed", accountId)];
  const requests = (await itemsAt(places)).map((item) => LiveRequest.parse(item));
  return {
    open: requests.find(({ decision }) => decision === undefined),
    closed: requests.find(({ decision }) => decision !== undefined),
  };
}

/** The requests that wait for a decision, at most `limit`, after an account. They share one partition. */
export async function listOpenRequests(after: string | undefined, limit: number): Promise<LiveRequest[]> {
  const { pk: partition } = keys.liveRequest("open", "");
  return (await oldestAfter({ partition }, after, limit)).map((item) => LiveRequest.parse(item));
}

/** An expired account is stored again. Returns false when the account has asked already. */
export async function putLiveRequest(
  account: Account,
  request: LiveRequest,
  now: Date,
  memory: Write | undefined,
): Promise<boolean> {
  const { account_id } = account;
  const writes = [
    putNew({ ...keys.liveRequest("open", account_id), ...request }),
    change(keys.account(account_id), { set: restoring(account) }),
    outboxWrite({ kind: "mail", mail: "live_access", account_id }, now),
  ];
  return (await transactOnce(writes, memory)) === undefined;
}

export const deleteLiveRequest = async ({ account_id, asked_at }: LiveRequest): Promise<boolean> =>
  (await transact([remove(keys.liveRequest("open", account_id), { when: { asked_at } })])) === undefined;

export const moveLiveRequestToReview = async (accountId: string, now: Date): Promise<boolean> => {
  const set = { review_started_at: now.toISOString() };
  const when = { ...exists, review_started_at: absent };
  return (await write(change(keys.liveRequest("open", accountId), { set, when }))) === undefined;
};

/** The writes that decide a request, with the email to the admins. They fail if it is no longer open. */
export const decisionWrites = (request: LiveRequest, decision: LiveDecision, now: Date): Write[] => [
  remove(keys.liveRequest("open", request.account_id), { when: { asked_at: request.asked_at } }),
  put({ ...keys.liveRequest("closed", request.account_id), ...request, decision }),
  outboxWrite(
    { kind: "mail", mail: "live_decision", account_id: request.account_id, result: decision.result },
    now,
  ),
];

export const moveLiveRequestToDeclined = async (
  request: LiveRequest,
  words: string,
  now: Date,
): Promise<boolean> => {
  const decision = { result: "declined", at: now.toISOString(), words } as const;
  return (await transact(decisionWrites(request, decision, now))) === undefined;
};
