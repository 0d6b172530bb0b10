import { createHmac } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Owner } from "../domain/owner.ts";
import { type Answered, answerKey, remember } from "../store/idempotency.ts";
import type { Key } from "../store/keys.ts";
import type { Write } from "../store/table.ts";
import type { Result } from "./responses.ts";

const KEPT_DAYS = 30;
const HEADER = "idempotency-key";

/** A request that may be repeated: under which key its answer is kept, and what tells it from another request. */
export type Repeatable = { key: Key; request: string };

type Asked = { params: unknown; body: unknown };

/**
 * What makes a request repeatable, or undefined when the caller gave no key. The body is told from another by its meaning and not
 * by its bytes, and kept as a hash that is keyed with the idempotency key: the table holds neither.
 */
export function readRepeatable(
  op: Operation,
  owner: Owner,
  event: APIGatewayProxyEventV2,
  { params, body }: Asked,
): Repeatable | undefined {
  const { idempotency_key, ...rest } = (body ?? {}) as { idempotency_key?: string };
  const idempotencyKey = agreed(event.headers[HEADER], idempotency_key);
  if (idempotencyKey === undefined) return undefined;
  const request = createHmac("sha256", idempotencyKey)
    .update(canonical([params ?? null, rest]))
    .digest("hex");
  return { key: answerKey(owner, op.name, idempotencyKey), request };
}

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
  const answered: Answered = {
    request: repeatable.request,
    status: result.statusCode,
    body: (instead ?? result).body ?? "",
    ...(op.repeatable !== "forever" && {
      expires_at: new Date(now.getTime() + KEPT_DAYS * 24 * 60 * 60 * 1000).toISOString(),
    }),
  };
  return remember(repeatable.key, answered, now);
}

/** The first answer again, byte for byte; 409 for another request under the same key. */
export function replay({ request }: Repeatable, answered: Answered): Result {
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
    body: answered.body,
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
