import * as z from "zod/mini";
import type { ErrorCode } from "../errors.ts";
import type { Operation } from "../operation.ts";

/** A name that no operation has, as an example of a mistake. */
const UNKNOWN_FIELD = "verbose";

export function paramOf(op: Operation, code: ErrorCode): string | null {
  const fields = Object.entries((op.body ?? op.query)?.shape ?? {}) as [string, z.ZodMiniType][];
  const names = fields.map(([name]) => name);
  switch (code) {
    case "parameter_unknown":
      return UNKNOWN_FIELD;
    case "parameter_missing":
      return fields.find(([, schema]) => !accepts(schema, undefined))?.[0] ?? names[0] ?? null;
    case "parameter_invalid":
      // Lists share an example.
      return names.find((name) => name === "limit") ?? names[0] ?? "Idempotency-Key";
    case "amount_too_small":
    case "balance_insufficient":
    case "key_limit_exceeded":
      return "amount";
    case "currency_not_supported":
      return "currency";
    case "bank_account_missing":
      return "driver_id";
    case "bank_account_unverified":
      return "bank_account_id";
    case "partner_unknown":
      return "partner_id";
    case "idempotency_key_reused":
      return "Idempotency-Key";
    case "idempotency_key_mismatch":
      return "idempotency_key";
    case "url_invalid":
    case "url_not_allowed":
      return names.find((name) => name.endsWith("url")) ?? null;
    case "event_type_unknown":
      return names.includes("events") ? "events[0]" : "type";
    case "resource_missing":
    case "status_conflict":
      return pathParams(op).at(-1) ?? names.find((name) => name.endsWith("_id")) ?? null;
    default:
      return null;
  }
}

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

const pathParams = (op: Operation) => Object.keys(op.params?.shape ?? {});
