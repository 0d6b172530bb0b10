import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  validateHostHeader,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { errors, Problem } from "../../contract/errors.ts";
import { MAX_MESSAGES, MAX_READINGS, placesOf } from "../../contract/mcp.ts";
import { MAX_BODY_BYTES } from "../../contract/operation.ts";
import { ASSISTANTS } from "../guard/foreign-page.ts";
import { requestBody } from "../serve/request.ts";
import { decodeUtf8, parseJson } from "../serve/request-text.ts";
import { baseUrl, jsonResult, type Result } from "../serve/responses.ts";
import { lenient, readable } from "./lenient-message.ts";
import { installWholeResponse } from "./whole-response.ts";
import { withinMs } from "./within-ms.ts";

installWholeResponse();

export type ServerFor = (request: { source: string; body: unknown }) => McpServer;

/** Counts a request against the limits of its source address, or throws. A large batch takes more places. */
type Meter = (source: string, places: number) => Promise<unknown>;

/** `names`: of the tools, for the error about another one. */
type Around = { meter?: Meter; names?: readonly string[] };

/** Pages on these hosts may call too, beside the assistants' and our own. Programs send no origin. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Below the function's own timeout, so that a caller still gets a JSON-RPC error when the server hangs. */
const DEADLINE_MS = 9_000;

/**
 * For a gateway that needs whole replies: revision 2026-07-28 and the older ones, without sessions. Each
 * request gets one complete reply: JSON, or one server-sent event for a caller that accepts only those.
 */
export const mcpEndpoint =
  (serverFor: ServerFor, around: Around = {}) =>
  async (event: APIGatewayProxyEventV2) => {
    const rejection = rejectForeignPages(event);
    if (rejection) return rejection;
    const read = readMessage(event);
    if ("rejection" in read) return read.rejection;
    const answer = await withinMs(DEADLINE_MS, metered(event, read.body, serverFor, around));
    return answer ?? rpcError(504, -32603, "The server did not answer in time. Try again shortly.");
  };

/** An error outside of a message. */
export const explainToMcp = (error: unknown): Result =>
  error instanceof Problem
    ? rpcProblem(error)
    : rpcError(500, -32603, "Something went wrong on our side. Try again with exponential backoff.");

const rpcError = (status: number, code: number, message: string, id: string | number | null = null): Result =>
  jsonResult(status, { jsonrpc: "2.0", id, error: { code, message } });

/** A refusal by one of our limits. */
function rpcProblem(problem: Problem, id: string | number | null = null): Result {
  const result = rpcError(errors[problem.code][0], -32000, problem.message, id);
  return { ...result, headers: { ...result.headers, ...problem.headers } };
}

const invalidBatch = (message: string) => ({ rejection: rpcError(400, -32600, message) });

async function metered(
  event: APIGatewayProxyEventV2,
  body: unknown,
  serverFor: ServerFor,
  { meter, names }: Around,
): Promise<Result> {
  try {
    await meter?.(event.requestContext.http.sourceIp, placesOf(Array.isArray(body) ? body.length : 1));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return rpcProblem(error, idOf(body));
  }
  return exchange(event, body, serverFor, names);
}

/** The id of a request. A batch has none. */
function idOf(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** Against DNS rebinding: a page whose host name resolves to this address could call as its reader. */
function rejectForeignPages({ headers, requestContext }: APIGatewayProxyEventV2): Result | undefined {
  const ownHost = new URL(baseUrl()).hostname;
  const hosts = LOOPBACK.includes(ownHost) ? LOOPBACK : [ownHost, requestContext.domainName];
  const host = validateHostHeader(headers.host, hosts);
  if (!host.ok)
    return rpcError(
      403,
      -32000,
      "The Host header does not name this server. Use the host name of the service.",
    );
  const origin = validateOriginHeader(headers.origin, [ownHost, ...ASSISTANTS, ...LOOPBACK]);
  return origin.ok
    ? undefined
    : rpcError(
        403,
        -32000,
        "Pages from this origin may not call this server. Call it from a program or a supported assistant.",
      );
}

function readMessage(event: APIGatewayProxyEventV2): { body: unknown } | { rejection: Result } {
  let body: unknown;
  try {
    const bytes = requestBody(event);
    if (bytes.length > MAX_BODY_BYTES)
      return { rejection: rpcError(413, -32000, "The body is larger than the maximum of 64 KiB.") };
    body = parseJson(decodeUtf8(bytes));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [status] = errors[error.code];
    return { rejection: rpcError(status, status === 400 ? -32700 : -32000, error.message) };
  }
  if (!Array.isArray(body)) return { body: lenient(body) };
  if (body.length > MAX_MESSAGES)
    return invalidBatch(`The batch has more than the maximum of ${MAX_MESSAGES} messages. Split it.`);
  if (body.filter((message) => message?.method === "resources/read").length > MAX_READINGS)
    return invalidBatch("The batch reads more than one resource. Read each resource in its own request.");
  const batch = answerable(body);
  return batch
    ? { body: batch.map(lenient) }
    : invalidBatch("Two requests in the batch have the same id. Give each request its own id.");
}

/**
 * The SDK answers a batch (revision 2025-03-26) when each request has a reply, which a cancelled one, or the
 * first of two with one id, never has. So cancellations are left out, and such a batch is invalid.
 */
function answerable(batch: { id?: unknown; method?: unknown }[]): unknown[] | undefined {
  const ids = batch.flatMap((message) => (message?.id === undefined ? [] : [message.id]));
  if (new Set(ids).size < ids.length) return undefined;
  return ids.length === 0 ? batch : batch.filter((message) => message?.method !== "notifications/cancelled");
}

async function exchange(
  event: APIGatewayProxyEventV2,
  body: unknown,
  serverFor: ServerFor,
  names?: readonly string[],
): Promise<Result> {
  const request = requestOf(event);
  const make = () => serverFor({ source: event.requestContext.http.sourceIp, body });
  const limits = { maxRequestBodySize: MAX_BODY_BYTES };
  const response = (await isLegacyRequest(request, body, limits))
    ? await answerLegacy(request, body, make())
    : await createMcpHandler(make, { legacy: "reject", ...limits }).fetch(request, { parsedBody: body });
  return resultOf(response, event.headers.accept ?? "", names);
}

async function answerLegacy(request: Request, parsedBody: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody });
}

/** What the SDK reads. It requires both types in `accept`; the service accepts any, so it gets both. */
function requestOf({ headers }: APIGatewayProxyEventV2): Request {
  const origins: Record<string, string | undefined> = {
    ...headers,
    accept: "application/json, text/event-stream",
  };
  const get = (name: string) => origins[name.toLowerCase()] ?? null;
  return { method: "POST", url: `${baseUrl()}/api/mcp`, headers: { get } } as unknown as Request;
}

async function resultOf(response: Response, accept: string, names?: readonly string[]): Promise<Result> {
  const type = response.headers.get("content-type") ?? "";
  const written = await response.text();
  const text = type.startsWith("application/json") ? readable(written, names) : written;
  const headers = { "cache-control": "no-store" };
  if (text === "") return { statusCode: response.status, headers };
  if (response.status !== 200 || !onlyEvents(accept) || type.startsWith("text/event-stream")) {
    return { statusCode: response.status, headers: { "content-type": type, ...headers }, body: text };
  }
  const body = `event: message\ndata: ${text}\n\n`;
  return { statusCode: 200, headers: { "content-type": "text/event-stream", ...headers }, body };
}

const onlyEvents = (accept: string) =>
  accept.includes("text/event-stream") && !/application\/(json|\*)|\*\/\*/.test(accept);
