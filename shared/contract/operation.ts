import type * as z from "zod/mini";
import type { Scope } from "../domain/account/scope.ts";
import type { Access } from "../domain/access/noun.ts";
import type { SecretName } from "../domain/access/secret.ts";
import type { Window } from "../domain/limit/window.ts";
import { queryOf } from "./dry-run.ts";
import type { ErrorCode } from "./errors.ts";

export type Reply = {
  status: 200 | 201 | 202;
  description: string;
  schema: z.ZodMiniType;
  example: unknown;
  /** Another media type that a request can ask for. */
  alsoAs?: "application/pdf" | "text/csv";
};

/** The DynamoDB cost of one request: calls, and request units written and read. A test checks it. */
type Budget = { calls: number; writeUnits: number; readUnits: number };

/** A model reads the description: what the tool does, and no orders. All four hints are required. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

export const MAX_BODY_BYTES = 64 * 1024;
/** Far more than any body needs. What walks a body by recursion relies on it, and overflows no stack. */
export const MAX_DEPTH = 32;
/** Far more than any query or form has. Each pair is work, and 64 KiB have room for 32,000. */
export const MAX_FIELDS = 500;

/**
 * Written once: routes, validation, roles, limits and the OpenAPI document derive from it. `name` is also the
 * file, the construct, the log field and (in camel case) the operationId.
 */
export type Operation = {
  name: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** Its section in the OpenAPI document. It also decides the room of its files (`entry-points.ts`). */
  tag: string;
  summary: string;
  description: string;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  bodyExample?: Record<string, unknown>;
  /** What a request is parsed by, where the parts of the body are checked later, each by itself. */
  accepts?: z.ZodMiniObject;
  /** Bytes of the body. Absent: {@link MAX_BODY_BYTES}. */
  maxBodyBytes?: number;
  /** An absent body counts as `{}`. */
  mayOmitBody?: true;
  /** Also accepts the body as a form post. */
  form?: true;
  replies: Record<string, Reply>;
  /** Errors beyond those that follow from the rest of the record (see `errorsOf`). */
  errors?: readonly ErrorCode[];
  /** Rate limits per source address. */
  limits?: readonly Window[];
  /** The throttle of an open route, in requests a second of all callers (`open-routes.ts`). */
  perSecond?: number;
  /** Seconds for which caches may store the reply, which then has an etag. Absent: no caching. */
  cacheFor?: number;
  /** An object can come into the list behind those that a caller has read: no caller can follow it. */
  hasLatePlaces?: true;
  /** The scope that the caller's key must have. Absent: no key needed. */
  scope?: Scope;
  /** Reads the caller's key anew, so that a revoked key stops at once. Other operations cache it for 10 s. */
  movesMoney?: true;
  /** An idempotency key never makes a second one. Other answers are stored for 30 days. */
  storesAnswerForever?: true;
  /** The field of the reply that an idempotent replay omits. */
  givenOnce?: string;
  access: Access;
  secrets?: readonly SecretName[];
  budget: Budget;
  /** Absent: not an MCP tool. */
  tool?: Tool;
};

export type PlatformOperation = Operation & { scope: Scope };

/**
 * Declares an operation. The record keeps its exact type, which its handler's input and replies follow.
 *
 * @example
 * import { DriverParams, DriverShape } from "./platform/drivers/driver-shapes.ts";
 * const getDriver = operation({
 *   name: "get-driver",
 *   method: "GET",
 *   path: "/v1/drivers/{id}",
 *   tag: "Drivers",
 *   summary: "Get a driver",
 *   description: "The driver.",
 *   params: DriverParams,
 *   replies: { found: { status: 200, description: "The driver.", schema: DriverShape } },
 *   scope: "drivers:read",
 *   access: { driver: ["query"] },
 *   budget: { calls: 2, writeUnits: 1, readUnits: 1 },
 * });
 * operationId(getDriver.name); // => "getDriver"
 * errorsOf(getDriver).includes("scope_missing"); // => true
 */
export const operation = <const O extends Operation>(record: O): O => record;

/** A function with routes outside the two APIs, such as pages. Several routes may share one function. */
export type PageRecord = {
  name: string;
  routes: readonly `${"GET" | "POST"} /${string}`[];
  limits?: readonly Window[];
  /** The throttle of each route, in requests a second of all callers (`open-routes.ts`). */
  perSecond?: number;
  /** Its callers send a key, so it has the throttle of such operations: strangers share none with them. */
  needsKey?: true;
  access: Access;
  secrets?: readonly SecretName[];
};

/** A function that a state machine calls at the instants that its answers name. */
export type Timer = {
  name: string;
  /** Where its requests wait for their start. Anyone can cause a signup, so signups have a queue apart. */
  queue: "signups" | "payouts";
  /** The number of calls after which it is done. Absent: its answers decide. */
  calls?: number;
  access: Access;
};

export const apiOf = ({ path }: Pick<Operation, "path">): "agent" | "platform" =>
  path.startsWith("/v1/") ? "platform" : "agent";

export const operationId = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Needs no key and changes something, so only known pages may send it live. */
export const isOpenWrite = (op: Operation): boolean => op.scope === undefined && op.method !== "GET";

/** Whether it accepts an idempotency key and stores the answer under it: each POST with an API key does. */
export const isRepeatable = (record: { method?: unknown; scope?: unknown }): boolean =>
  record.method === "POST" && record.scope !== undefined;

/** Every error code that an operation can return, derived from its record. */
export function errorsOf(op: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ["parameter_unknown"];
  if (op.params) codes.push("resource_missing");
  codes.push(...(op.errors ?? []));
  if (demandsAField(op)) codes.push("parameter_missing");
  if (queryOf(op) || op.body) codes.push("parameter_invalid");
  if (op.method !== "GET") codes.push("body_invalid_json", "body_too_large", "unsupported_media_type");
  if (isOpenWrite(op)) codes.push("origin_not_allowed");
  if (op.scope) codes.push("api_key_missing", "api_key_invalid", "api_key_revoked");
  if (op.scope) codes.push("account_unverified", "account_suspended", "scope_missing");
  if (isRepeatable(op)) codes.push("parameter_invalid", "idempotency_key_reused");
  if (op.scope) codes.push("burst_limit_exceeded");
  codes.push("rate_limit_exceeded", "internal_error");
  if (op.budget.calls > 0) codes.push("service_unavailable");
  return [...new Set(codes)];
}

/** Whether an empty query or body lacks a field. */
function demandsAField({ body, query }: Operation): boolean {
  const issues = (body ?? query)?.safeParse({}, { reportInput: true }).error?.issues ?? [];
  return issues.some(({ input }) => input === undefined);
}

/** A record's whole access: what it declares, and what `serve` needs for it. */
export const accessOf = (record: {
  access: Access;
  limits?: unknown;
  scope?: unknown;
  method?: unknown;
  params?: unknown;
  errors?: readonly unknown[];
}): Access => ({
  ...record.access,
  ...(record.limits !== undefined && { limit: ["update"] }),
  // Invalid keys of an address are limited. Failed requests are stored for the dashboard.
  ...(record.scope !== undefined && {
    api_key: ["get", "update"],
    quota: ["update"],
    limit: ["update"],
    failure: ["update"],
  }),
  // An operation that can fail first looks up the stored answer: its own success may have caused the failure.
  ...(isRepeatable(record) && { idempotency: record.params || record.errors ? ["get", "put"] : ["put"] }),
});

/** What a caller who follows a list may send. A filter's search can stop before a match, and stay there. */
export const followParameters = ["limit", "ending_before", "created_after", "year"];

/** Whether a caller can follow the list, with a query of these names: objects appear at its newer end. */
export const canFollow = ({ query, hasLatePlaces }: Operation, names: readonly string[] = []): boolean =>
  "ending_before" in (query?.shape ?? {}) &&
  !hasLatePlaces &&
  names.every((name) => followParameters.includes(name));

/** The methods of a route. GET includes HEAD (RFC 9110, 9.3.2). */
export const methodsOf = (method: string): string[] => (method === "GET" ? ["GET", "HEAD"] : [method]);

/** Whether a path fits a route. Braces match any one segment; with a plus, the last matches all. */
export function pathCovers(template: string, path: string): boolean {
  const parts = template.split("/");
  const segments = path.split("/");
  const isGreedy = template.endsWith("+}");
  return (
    (isGreedy ? parts.length <= segments.length : parts.length === segments.length) &&
    parts.every((part, i) => (part.startsWith("{") ? segments[i] !== "" : part === segments[i]))
  );
}
