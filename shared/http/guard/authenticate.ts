import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { errors, Problem } from "../../contract/errors.ts";
import { hashOfKey } from "../../crypto/key-hash.ts";
import { type ApiKey, isEnded, hasPassed, modeOfKey } from "../../domain/account/api-key.ts";
import { minuteNotes } from "../../domain/account/request-notes.ts";
import { includesScope, type Scope } from "../../domain/account/scope.ts";
import { closedBy, type Quota, quotaOf } from "../../domain/account/standing.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { hasIdempotencyKey } from "./idempotency.ts";
import { findApiKey, putKeyUse } from "../../store/account/api-keys.ts";
import { LimiterUnavailable } from "../../store/table/one-shot.ts";
import { countRequest, type QuotaUse, uncountRequest } from "../../store/table/quotas.ts";
import { logFault } from "../serve/telemetry.ts";
import { keepEnded, takeEnded } from "../serve/ended-requests.ts";
import { limitFailures } from "./failed-attempts.ts";
import { networkOf } from "./source.ts";

/** RFC 6750, 3: a 401 names the scheme to use. */
const challenge = { "www-authenticate": "Bearer" };

/** The time for which an environment accepts a key without reading it again. */
const CACHED_MS = 10_000;

/** 401, or 429 for too many of them. An operation that moves money reads the key anew. */
export async function authenticate(
  { headers, requestContext, body }: APIGatewayProxyEventV2,
  { movesMoney }: { movesMoney?: true },
  now: Date,
): Promise<ApiKey> {
  const [, text] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  if (text === undefined) {
    throw new Problem(
      "api_key_missing",
      "The request has no API key. Send `Authorization: Bearer <API_KEY>`.",
      null,
      challenge,
    );
  }
  const hash = hashOfKey(text);
  const key = modeOfKey(text) && (await findApiKey(hash, now, movesMoney ? 0 : CACHED_MS));
  if (!key || isEnded(key, now)) await limitFailures("failed-key", requestContext.http.sourceIp, now);
  const valid = requireValid(key, now);
  const network = networkOf(requestContext.http.sourceIp);
  await noteUse(valid, hash, { network, isIdempotent: hasIdempotencyKey(headers, body) }, now);
  return valid;
}

export function requireValid(key: ApiKey | undefined, now: Date): ApiKey {
  if (!key)
    throw new Problem(
      "api_key_invalid",
      "The API key is not valid. Check that you copied the whole key and that it belongs to this deployment.",
      null,
      challenge,
    );
  if (isEnded(key, now))
    throw new Problem(
      "api_key_revoked",
      key.revoked_at === undefined
        ? hasPassed(key.valid_until, now)
          ? `The API key expired on ${key.valid_until?.slice(0, 10)}. Create a new key in the dashboard, or use another key of the account.`
          : "The API key has expired. Use another key of the account, or get a new sandbox key in the documentation."
        : "The API key has been revoked. Use another key of the account.",
      null,
      challenge,
    );
  return key;
}

/** Best effort: a request must not fail or wait for it. */
async function noteUse(...use: Parameters<typeof putKeyUse>): Promise<void> {
  try {
    await putKeyUse(...use);
  } catch (error) {
    logFault("authenticate", error);
  }
}

export function authorize(key: ApiKey, scope: Scope): void {
  const closed = closedBy(key.mode, key);
  if (closed === "account_suspended") throw new Problem(closed, errors.account_suspended[2]);
  if (closed) {
    throw new Problem(
      closed,
      "Live keys work only after the account is verified. Use a test key until then.",
    );
  }
  if (!includesScope(key.scopes, scope)) {
    throw new Problem(
      "scope_missing",
      `The API key does not have the scope \`${scope}\`. Use a key that has it.`,
    );
  }
}

export const quotaOfKey = (key: ApiKey): Quota => key.quota ?? quotaOf(key.mode, key);

type Headers = Record<string, string>;

/** `headers`: of every reply. `over`: to throw unless it repeats. `isKnown`: see {@link QuotaUse}. */
export type CountedRequest = {
  headers: Headers;
  over?: Error;
  isKnown?: true;
  giveBack?: () => Promise<Headers>;
};

/** If the table does not count in time, reads pass, not writes. */
export async function countAgainstQuota(
  { name, method, path }: { name: string; method: string; path: string },
  key: ApiKey,
  request_id: string,
  now: Date,
): Promise<CountedRequest> {
  const owner: Owner = key;
  const quota = quotaOfKey(key);
  const ended = takeEnded(owner, now);
  const begun = { method, route: path, request_id, key_ending: key.ending };
  let counted: QuotaUse;
  try {
    counted = await countRequest(owner, quota, now, minuteNotes(now, begun, ended));
    if (counted.refusedBy) keepEnded(owner, ended, now);
  } catch (cause) {
    logFault(name, cause);
    const headers = quotaHeaders(quota, 0, now);
    const over = new LimiterUnavailable("The quota was not counted", { cause });
    return method === "GET" ? { headers } : { headers, over };
  }
  const { used, refusedBy, isKnown } = counted;
  const headers = quotaHeaders(quota, used, now);
  if (refusedBy) return { headers, over: tooMany(refusedBy, quota, now), ...(isKnown && { isKnown }) };
  const giveBack = async () => {
    // A repeat has its answer, whether or not the count is corrected.
    const isBack = await uncountRequest(owner, now).then(
      () => true,
      (error: unknown) => logFault(name, error),
    );
    return isBack ? quotaHeaders(quota, used - 1, now) : headers;
  };
  return { headers, giveBack };
}

function quotaHeaders(quota: Quota, used: number, now: Date): Headers {
  const left = Math.max(0, quota.per_minute - used);
  return {
    "x-ratelimit-limit": String(quota.per_minute),
    "x-ratelimit-remaining": String(left),
    "x-ratelimit-reset": String(Math.floor(now.getTime() / 60_000) * 60 + 60),
    // draft-ietf-httpapi-ratelimit-headers-10
    "ratelimit-policy": `"minute";q=${quota.per_minute};w=60, "second";q=${quota.per_second};w=1`,
    ratelimit: `"minute";r=${left};t=${secondsLeft(now)}`,
  };
}

const secondsLeft = (now: Date) => 60 - now.getUTCSeconds();

function tooMany(by: "minute" | "second", quota: Quota, now: Date) {
  const [code, most, wait] =
    by === "minute"
      ? (["rate_limit_exceeded", quota.per_minute, secondsLeft(now)] as const)
      : (["burst_limit_exceeded", quota.per_second, 1] as const);
  const message = `The account exceeded its quota of ${most} requests per ${by}. Try again in ${wait} s.`;
  return new Problem(code, message, null, { "retry-after": String(wait) });
}
