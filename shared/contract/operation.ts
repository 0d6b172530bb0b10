import type * as z from "zod/mini";
import type { Scope } from "../domain/account/scope.ts";
import type { Access } from "../domain/noun.ts";
import type { SecretName } from "../domain/secret.ts";
import type { Window } from "../domain/window.ts";
import type { ErrorCode } from "./errors.ts";

export type Reply = {
  status: 200 | 201 | 202;
  description: string;
  schema: z.ZodMiniType;
  example: unknown;
  /** What a request can ask to have instead of the JSON. */
  alsoAs?: "application/pdf";
};

/** What one request may cost at most: DynamoDB calls, and request units written and read. A test holds it. */
export type Budget = { calls: number; writeUnits: number; readUnits: number };

/**
 * How assistants see an operation: a tool of the MCP server. The description is read by a model, so it says what the
 * tool does, returns and does not do, and nothing about how to behave. All four hints are said, as directories ask.
 */
export type Tool = {
  name: string;
  title: string;
  description: string;
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

/**
 * One operation of an API, written once. The routes, the validation of requests and replies, the roles, the limits
 * and the OpenAPI document all come from this record. `name` is also the file, the construct, the log field and
 * (in camel case) the operationId.
 */
export type Operation = {
  name: string;
  api: "agent" | "platform";
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** The section of the API's description that it stands in. */
  tag: string;
  summary: string;
  description: string;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  bodyExample?: Record<string, unknown>;
  /** Also takes the body as a form post. */
  form?: true;
  replies: Record<string, Reply>;
  /** Errors beyond those that follow from the rest of the record (see `errorsOf`). */
  errors?: readonly ErrorCode[];
  /** How many requests one source address may make. */
  limits?: readonly Window[];
  /** Seconds for which anybody may keep the reply; it then carries an etag. Absent: never stored. */
  cacheFor?: number;
  /** Needs a key with this scope; absent: open. */
  scope?: Scope;
  /** Takes an idempotency key, and remembers the answer for 30 days or for ever. */
  repeatable?: "days" | "forever";
  /** The field of the reply that is given once, and is left out when the answer is repeated. */
  givenOnce?: string;
  access: Access;
  secrets?: readonly SecretName[];
  budget: Budget;
  /** Absent: assistants have no such tool. */
  tool?: Tool;
};

/** An operation for who has a key. */
export type PlatformOperation = Operation & { scope: Scope };

export const operation = <const O extends Operation>(record: O): O => record;

/** A function that answers people's browsers; several routes, such as `GET /docs`, may share one. */
export type PageRecord = {
  name: string;
  routes: readonly `${"GET" | "POST"} /${string}`[];
  limits?: readonly Window[];
  access: Access;
  secrets?: readonly SecretName[];
};

/** A function that a state machine calls at the instants its own answers name. */
export type Timer = { name: string; access: Access };

/** What an operator can do: a function without a route, called by `npm run ops -- <usage>`. */
export type Command = {
  name: string;
  /** What is typed to call it. */
  words: readonly [group: string, verb: string];
  usage: string;
  summary: string;
  /** The field of the input that is given without a flag. */
  argument?: string;
  input: z.ZodMiniObject;
  /** What to know when its answer was lost, of one that does more when it is repeated. */
  repeated?: string;
  access: Access;
};
export type CommandAnswer = { ok: boolean; message: string };

export const command = <const C extends Command>(record: C): C => record;

export const operationId = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Every error an operation can answer, from what its record says. */
export function errorsOf(op: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ["parameter_unknown", ...(op.errors ?? [])];
  if (op.query || op.body) codes.push("parameter_missing", "parameter_invalid");
  if (op.method !== "GET") codes.push("body_invalid_json", "body_too_large", "unsupported_media_type");
  if (op.scope) codes.push("api_key_missing", "api_key_invalid", "api_key_revoked");
  if (op.scope) codes.push("account_unverified", "scope_missing");
  if (op.repeatable) codes.push("parameter_invalid", "idempotency_key_reused");
  if (op.limits || op.scope) codes.push("rate_limit_exceeded");
  if (op.scope) codes.push("burst_limit_exceeded");
  codes.push("internal_error");
  if (op.budget.calls > 0) codes.push("service_unavailable");
  return [...new Set(codes)];
}

/** Everything a record's function touches: what it says itself, and what `serve` does for it. */
export const accessOf = (record: {
  access: Access;
  limits?: unknown;
  scope?: unknown;
  repeatable?: unknown;
  errors?: readonly unknown[];
}): Access => ({
  ...record.access,
  ...(record.limits !== undefined && { limit: ["update"] }),
  ...(record.scope !== undefined && { api_key: ["get"], quota: ["update"] }),
  // The answer given before is looked up where a repetition may be refused: what it asks for is done.
  ...(record.repeatable !== undefined && { idempotency: record.errors ? ["get", "put"] : ["put"] }),
});

/** The methods a path answers. HEAD comes with every GET (RFC 9110, 9.3.2). */
export const methodsOf = (method: string): string[] => (method === "GET" ? ["GET", "HEAD"] : [method]);

/** Whether a route's path takes a request's: segments in braces match any one segment. */
export function pathCovers(template: string, path: string): boolean {
  const [parts, segments] = [template.split("/"), path.split("/")];
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith("{") ? segments[i] !== "" : part === segments[i]))
  );
}
