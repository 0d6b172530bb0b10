import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { errorEnvelope, errors, Problem } from "../../contract/errors.ts";
import { brand } from "../../domain/brand/brand.ts";
import { crossOriginHeaders } from "./cross-origin.ts";

export type Result = APIGatewayProxyStructuredResultV2 & {
  statusCode: number;
  headers: Record<string, string>;
};

/** Without a trailing slash. It never comes from the Host header, which the caller controls. */
export const baseUrl = (): string => process.env.BASE_URL ?? "";
export const docsUrl = (): string => baseUrl() + brand.docsPath;

export const jsonResult = (statusCode: number, body: unknown): Result => ({
  statusCode,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

export const fileResult = (mediaType: string, name: string, bytes: Uint8Array): Result => ({
  statusCode: 200,
  headers: {
    "content-type": mediaType,
    "content-disposition": `inline; filename="${name}"`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  },
  body: Buffer.from(bytes).toString("base64"),
  isBase64Encoded: true,
});

/** The error envelope for a thrown value. Anything but a Problem is a fault, and reveals no details. */
export function problemResult(error: unknown): Result {
  const problem = asProblem(error);
  const result = jsonResult(errors[problem.code][0], errorEnvelope(problem, docsUrl()));
  return { ...result, headers: { ...result.headers, ...problem.headers } };
}

/** Two writers want one item, or the limiter is late. Both pass without a change of our code. */
const PASSING = new Set([
  "Conflict",
  "LimiterUnavailable",
  "TransactionConflictException",
  // A timed-out attempt still runs, and the client has repeated it often enough.
  "TransactionInProgressException",
]);
const UNAVAILABLE = new Set([...PASSING, "Contention", "LateEntry", "TimeoutError", "AbortError"]);

/** Whether a thrown value is an expected 503, not a lasting cause such as a lost permission. */
export function isPassing(error: unknown): boolean {
  const { name = "", cause } = (error ?? {}) as Partial<Error>;
  return PASSING.has(name) && (cause === undefined || asProblem(cause).code === "service_unavailable");
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { name = "", $retryable } = (error ?? {}) as { name?: string; $retryable?: object };
  if (UNAVAILABLE.has(name) || $retryable || isThrottle(name)) {
    return new Problem(
      "service_unavailable",
      "The service is temporarily unavailable. Try again with exponential backoff.",
    );
  }
  return new Problem(
    "internal_error",
    "Something went wrong on our side. Try again with exponential backoff.",
  );
}

const isThrottle = (name: string) =>
  /Throttl|ProvisionedThroughput|RequestLimitExceeded|InternalServerError|ServiceUnavailable|ECONN/.test(
    name,
  );

/** Lets any cache store the reply, and answers 304 to a caller that has it. */
export const cacheable = (result: Result, seconds: number, event: APIGatewayProxyEventV2): Result =>
  unlessHeld(withEtag(storable(result, seconds)), event);

export const storable = (result: Result, seconds: number): Result => ({
  ...result,
  headers: { ...result.headers, "cache-control": `public, max-age=${seconds}` },
});

export function withEtag(result: Result): Result {
  const hash = createHash("sha256").update(result.body ?? "");
  return { ...result, headers: { ...result.headers, etag: `"${hash.digest("base64url").slice(0, 22)}"` } };
}

export function unlessHeld(result: Result, event: APIGatewayProxyEventV2): Result {
  const { etag = "" } = result.headers;
  const held = (event.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!held.includes(etag) && !held.includes("*")) return result;
  const { "content-type": _, "content-encoding": __, ...unchanged } = result.headers;
  return { statusCode: 304, headers: unchanged };
}

type WithBody = Pick<Result, "body" | "isBase64Encoded">;

/** The bytes of a body, nearly: text counts by its characters. */
export const bytesOf = ({ body = "", isBase64Encoded }: WithBody): number =>
  isBase64Encoded ? body.length * 0.75 : body.length;

/** Adds the headers of every response. HEAD gets the headers of GET and no body (RFC 9110, 9.3.2). */
export function finished(result: Result, event: APIGatewayProxyEventV2): Result {
  const { requestId, http } = event.requestContext;
  const headers = {
    ...result.headers,
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    // Browsers obey it over https only (RFC 6797, 8.1), so it does nothing on the local cloud.
    "strict-transport-security": "max-age=31536000",
    ...crossOriginHeaders(http.path),
    ...(isOfAgentApi(http.path) && { link: LINKS }),
    ...(result.headers["content-type"]?.startsWith("text/html") && PAGE_HEADERS),
  };
  if (http.method !== "HEAD") return { ...result, headers };
  const { body: _, ...withoutBody } = result;
  return { ...withoutBody, headers };
}

/** Of every HTML page. None needs these features, and no page that opened it reaches into it. */
const PAGE_HEADERS = {
  "permissions-policy":
    "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
};

/** From any address, programs find the API's description, documentation and status. */
const LINKS = [
  '</api/openapi.json>; rel="service-desc"; type="application/json"',
  `<${brand.docsPath}>; rel="service-doc"; type="text/html"`,
  '</health>; rel="status"; type="application/json"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
].join(", ");

const isOfAgentApi = (path: string) => path === "/" || /^\/(api|\.well-known)\//.test(path);
