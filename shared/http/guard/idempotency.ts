import { createHmac, hkdfSync } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { invalid, Problem } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { nameOfKey, seal, unseal } from "../../crypto/sealed.ts";
import { endingOf } from "../../domain/account/kept-request.ts";
import { canonical } from "../../domain/item/canonical.ts";
import { type Owner, ownerKey } from "../../domain/item/owner.ts";
import type { Key } from "../../store/keys/keys.ts";
import { type Answered, answerKey, answerWrite } from "../../store/table/idempotency.ts";
import type { Write } from "../../store/table/table.ts";
import type { Result } from "../serve/responses.ts";

const KEPT_DAYS = 30;
const HEADER = "idempotency-key";

/** Where the answer is, the field that names it, the key that seals it, and the hash of the request. */
export type Repeatable = {
  key: Key;
  param: string;
  sealingKey: Uint8Array;
  request: string;
  isSame: (stored: string) => Promise<boolean>;
  /** What a kept request shows of the idempotency key. */
  ending: string | undefined;
};

/** The values of a secret, newest first. `anew`: not the cached ones. */
export type Peppers = (options?: { anew: boolean }) => Promise<readonly [string, ...string[]]>;

/** Whether a request has an idempotency key, in its header or in its body, which is not read yet. */
export const hasIdempotencyKey = (headers: APIGatewayProxyEventV2["headers"], body: string | undefined) =>
  headers[HEADER] !== undefined || body?.includes('"idempotency_key"') === true;

type Asked = { params: unknown; body: unknown };

/**
 * Bodies are the same if their JSON has one meaning. Only a hash of the body is stored, keyed with the
 * idempotency key. That may be guessed, so an account number's hash is keyed with a pepper too, a secret,
 * which the hash names, so it stays comparable while the secret has an older value.
 */
export async function readRepeatable(
  op: Operation,
  owner: Owner,
  { headers }: Pick<APIGatewayProxyEventV2, "headers">,
  { params, body }: Asked,
  peppers?: Peppers,
): Promise<Repeatable | undefined> {
  const { idempotency_key, ...rest } = (body ?? {}) as { idempotency_key?: string; [field: string]: unknown };
  const idempotencyKey = idempotencyKeyIn(headers[HEADER], idempotency_key);
  if (idempotencyKey === undefined) return undefined;
  const text = canonical([params ?? null, rest]);
  const hash = (by: string | Uint8Array) => createHmac("sha256", by).update(text).digest("hex");
  const named = (pepper: string) => {
    const key = new Uint8Array(hkdfSync("sha256", pepper, idempotencyKey, "compared request", 32));
    return `${nameOfKey(Buffer.from(pepper))}.${hash(key)}`;
  };
  const request = peppers ? named((await peppers())[0]) : hash(idempotencyKey);
  const isSame = async (stored: string) => {
    if (stored === request || !peppers) return stored === request;
    // Another environment may have met a newer value first.
    const isNamed = (pepper: string) => stored === named(pepper);
    return (await peppers()).some(isNamed) || (await peppers({ anew: true })).some(isNamed);
  };
  const key = answerKey(owner, op.name, idempotencyKey);
  const param = headers[HEADER] === undefined ? "idempotency_key" : "Idempotency-Key";
  const sealingKey = sealingKeyOf(owner, op, idempotencyKey);
  return { key, param, sealingKey, request, isSame, ending: endingOf(idempotencyKey) };
}

/** From the idempotency key, stored only as a hash: only a repetition opens the answer. */
const sealingKeyOf = (owner: Owner, { name }: Operation, idempotencyKey: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", idempotencyKey, "", `answer\n${ownerKey(owner)}\n${name}`, 32));

function idempotencyKeyIn(header: string | undefined, field: string | undefined): string | undefined {
  const inHeader = keyIn(header, "Idempotency-Key");
  const inBody = keyIn(field, "idempotency_key");
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody) {
    throw new Problem(
      "idempotency_key_mismatch",
      "The `Idempotency-Key` header and `idempotency_key` differ. Send only one of the two, or the same value in both.",
      "idempotency_key",
    );
  }
  return inHeader ?? inBody;
}

/** The IETF draft's header is a structured-field string (RFC 9651, 3.3.3): `"k"` and `k` are one key. */
function keyIn(text: string | undefined, param: string): string | undefined {
  if (text === undefined) return undefined;
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(.)/g, "$1");
  const key = text.startsWith('"') ? quoted : text;
  if (key !== undefined && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const rule = "1 to 255 visible ASCII characters, with or without double quotes around them";
  throw invalid(`\`${param}\` must be ${rule}.`, param);
}

/** The write that stores `result`, for the transaction of its change. `instead`: what repetitions get. */
export function storedAnswerWrite(
  op: Operation,
  repeatable: Repeatable | undefined,
  result: Result,
  now: Date,
  instead?: Result,
): Write | undefined {
  if (!repeatable) return undefined;
  const { key, sealingKey, request } = repeatable;
  const answered: Answered = {
    request,
    status: result.statusCode,
    sealed_body: seal((instead ?? result).body ?? "", key.pk, [sealingKey]),
    ...(!op.storesAnswerForever && {
      expires_at: new Date(now.getTime() + KEPT_DAYS * 24 * 60 * 60 * 1000).toISOString(),
    }),
  };
  return answerWrite(key, answered, now);
}

export async function replayAnswer(
  { key, param, sealingKey, isSame }: Repeatable,
  answered: Answered,
): Promise<Result> {
  if (!(await isSame(answered.request))) {
    throw new Problem(
      "idempotency_key_reused",
      "This idempotency key was already used with a different request. Use a new key for each new request.",
      param,
    );
  }
  return {
    statusCode: answered.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "idempotent-replayed": "true",
    },
    body: unseal(answered.sealed_body, key.pk, [sealingKey]),
  };
}
