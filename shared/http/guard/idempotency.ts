import { createHmac, hkdfSync } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { seal, unseal } from "../../crypto/sealed.ts";
import { type Owner, ownerKey } from "../../domain/owner.ts";
import type { Key } from "../../store/keys/keys.ts";
import { type Answered, answerKey, remember } from "../../store/table/idempotency.ts";
import type { Write } from "../../store/table/table.ts";
import type { Result } from "../serve/responses.ts";

const KEPT_DAYS = 30;
const HEADER = "idempotency-key";

/** A request that may be repeated: where its answer is kept, what opens it, and what tells the request from another. */
export type Repeatable = { key: Key; opener: Uint8Array; request: string };

type Asked = { params: unknown; body: unknown };

/**
 * What makes a request repeatable, or undefined when the caller gave no key. The body is told from another by its meaning and not
 * by its bytes, and kept as a hash that is keyed with the idempotency key: the table holds neither. The key may be guessed, and then the
 * body tried out: where that would find what we must not keep, the hash is keyed with a `pepper` too, which is a secret of the service.
 */
export async function readRepeatable(
  op: Operation,
  owner: Owner,
  event: APIGatewayProxyEventV2,
  { params, body }: Asked,
  pepper?: () => Promise<string>,
): Promise<Repeatable | undefined> {
  const { idempotency_key, ...rest } = (body ?? {}) as { idempotency_key?: string; [field: string]: unknown };
  const idempotencyKey = agreed(event.headers[HEADER], idempotency_key);
  if (idempotencyKey === undefined) return undefined;
  const request = createHmac("sha256", comparingKey(idempotencyKey, await pepper?.()))
    .update(canonical([params ?? null, rest]))
    .digest("hex");
  const key = answerKey(owner, op.name, idempotencyKey);
  return { key, opener: openerOf(owner, op, idempotencyKey), request };
}

const comparingKey = (idempotencyKey: string, pepper?: string): string | Uint8Array =>
  pepper === undefined
    ? idempotencyKey
    : new Uint8Array(hkdfSync("sha256", pepper, idempotencyKey, "compared request", 32));

/** Made from the idempotency key, of which the table has but a hash: whoever repeats the request opens its answer, and nobody else. */
const openerOf = (owner: Owner, { name }: Operation, idempotencyKey: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", idempotencyKey, "", `answer\n${ownerKey(owner)}\n${name}`, 32));

function agreed(header: string | undefined, field: string | undefined): string | undefined {
  if (header !== undefined && !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw new Problem(
      "parameter_invalid",
      "`Idempotency-Key` must be 1 to 255 visible ASCII characters.",
      "Idempotency-Key",
    );
  }
  if (header !== undefined && field !== undefined && header !== field) {
    throw new Problem(
      "idempotency_key_mismatch",
      "The `Idempotency-Key` header and `idempotency_key` differ.",
      "idempotency_key",
    );
  }
  return header ?? field;
}

/** The write that remembers `result`: for the transaction that makes it true. `instead`: what a replay may show of the body. */
export function memoryOf(
  op: Operation,
  repeatable: Repeatable | undefined,
  result: Result,
  now: Date,
  instead?: Result,
): Write | undefined {
  if (!repeatable) return undefined;
  const { key, opener, request } = repeatable;
  const answered: Answered = {
    request,
    status: result.statusCode,
    sealed_body: seal((instead ?? result).body ?? "", key.pk, [opener]),
    ...(op.repeatable !== "forever" && {
      expires_at: new Date(now.getTime() + KEPT_DAYS * 24 * 60 * 60 * 1000).toISOString(),
    }),
  };
  return remember(key, answered, now);
}

/** The first answer again, byte for byte; 409 for another request under the same key. */
export function replayAnswer({ key, opener, request }: Repeatable, answered: Answered): Result {
  if (answered.request !== request) {
    throw new Problem(
      "idempotency_key_reused",
      "This idempotency key was used before, with another request.",
      "Idempotency-Key",
    );
  }
  return {
    statusCode: answered.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "idempotent-replayed": "true",
    },
    body: unseal(answered.sealed_body, key.pk, [opener]),
  };
}

/** JSON with its keys in order, so that the same meaning is the same text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join()}}`;
}
