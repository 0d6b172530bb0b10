import middy, { type MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod/mini";
import { Problem } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Window } from "../../domain/window.ts";
import { type Input, readRequest } from "./request.ts";
import { cacheable, finished, jsonResult, problemResult, type Result } from "./responses.ts";
import { countFault, isColdStart, logFault, logRequest } from "./telemetry.ts";

/** Names one of the operation's replies and gives its body, checked against the reply's schema there and then. */
export type ReplyWith<O extends Operation> = <Name extends keyof O["replies"]>(
  name: Name,
  body: z.input<O["replies"][Name]["schema"]>,
) => Result;

/** Counts a request against the operation's limits, or throws. */
export type Limiter = (op: Limitable, source: string, now: Date) => Promise<void>;

/** An operation, or a page that is posted to. */
export type Limitable = { name: string; method: string; limits?: readonly Window[] };

/** Handed in, so that a function without limits does not carry the table's client; asked for where there are some. */
type Limited<O extends Operation> = O["limits"] extends readonly Window[]
  ? { limit: Limiter }
  : { limit?: never };

/** What an operation does. The function of its route runs it, and so does its MCP tool. */
export type Story<O extends Operation, Loaded = undefined> = Limited<O> & {
  /** What the request refers to, for refusing it before it counts against a limit. At most one read. */
  load?: (input: Input<O>, now: Date) => Promise<Loaded>;
  answer: (
    input: Input<O>,
    context: { now: Date; reply: ReplyWith<O>; loaded: Loaded },
  ) => Promise<Result> | Result;
};

type Handler<O extends Operation, Loaded> = Story<O, Loaded> & {
  /** Turns a good reply into something else, for a browser. */
  after?: (result: Result, event: APIGatewayProxyEventV2) => Result;
  /** Turns a failure into something other than the JSON envelope, for a browser. */
  explain?: (error: unknown, event: APIGatewayProxyEventV2) => Result | undefined;
};

/**
 * The Lambda handler of an operation: parse, load, limit, answer. The reply must fit its schema before `answer` can
 * save anything, so a reply of ours that breaks the contract costs a 500 and leaves no trace.
 */
export const serve = <O extends Operation, Loaded = undefined>(
  op: O,
  handler: Handler<O, Loaded>,
  clock: () => Date = () => new Date(),
) =>
  serveRequests(
    op.name,
    async (event) => {
      const input = readRequest(op, event);
      const result = await tell(op, handler, {
        input,
        source: event.requestContext.http.sourceIp,
        now: clock(),
      });
      if (handler.after) return handler.after(result, event);
      return op.cacheFor ? cacheable(result, op.cacheFor, event) : result;
    },
    handler.explain ? { explain: handler.explain } : {},
  );

/** Load, limit, answer: whoever asks, by whichever door. `source` is the address that the limits count. */
export async function tell<O extends Operation, Loaded>(
  op: O,
  { load, limit, answer }: Story<O, Loaded>,
  { input, source, now }: { input: Input<O>; source: string; now: Date },
): Promise<Result> {
  const loaded = (await load?.(input, now)) as Loaded;
  await limit?.(op, source, now);
  return answer(input, { now, reply: replyWith(op), loaded });
}

type Around = {
  explain?: Handler<Operation, unknown>["explain"];
  /** What sees the reply before it is logged. */
  between?: MiddlewareObj<APIGatewayProxyEventV2, Result>;
};

/**
 * So long before Lambda would end the function, which would lose reply and log line alike, whatever still runs is
 * given up: middy throws a TimeoutError, which is a 503 as the store's own is.
 */
const GIVE_UP_BEFORE_MS = 300;

/** A Lambda handler behind the gateway: whatever happens, it answers, and it logs one line. */
export const serveRequests = (
  name: string,
  answer: (event: APIGatewayProxyEventV2) => Promise<Result>,
  { explain, between }: Around = {},
) =>
  middy(refusingOthers(answer), { timeoutEarlyInMillis: GIVE_UP_BEFORE_MS }).use([
    logged(name),
    ...(between ? [between] : []),
    problems(name, explain),
  ]);

/**
 * By path, the methods of routes that take any (see `infra/stack/api.ts`): the gateway leaves it to us to refuse the others. So it does where
 * a path without parameters is another route's too, for all but that one's method.
 */
const allowed: Record<string, string[]> = JSON.parse(process.env.ALLOWED_METHODS ?? "{}");

const refusingOthers =
  (answer: (event: APIGatewayProxyEventV2) => Promise<Result>) =>
  async (event: APIGatewayProxyEventV2): Promise<Result> => {
    const { method } = event.requestContext.http;
    const [matched, path = ""] = event.routeKey.split(" ");
    if (matched === "ANY" && !allowed[path]?.includes(method))
      throw methodNotAllowed(method, allowed[event.rawPath] ?? allowed[path] ?? []);
    return answer(event);
  };

/** 405, which names what the path does answer (RFC 9110, 15.5.6). */
export function methodNotAllowed(method: string, allowed: readonly string[]): Problem {
  const allow = allowed.join(", ");
  return new Problem("method_not_allowed", `This path answers ${allow}, not ${method}.`, null, { allow });
}

export const replyWith =
  <O extends Operation>(op: O): ReplyWith<O> =>
  (name, body) => {
    const reply = op.replies[name as string];
    if (!reply) throw new Error("No such reply");
    return jsonResult(reply.status, reply.schema.parse(body));
  };

/** Thrown to tell the caller something, such as that live mode does not have it yet: whatever its status, nothing went wrong. */
const isMeant = (error: unknown): error is Problem => error instanceof Problem;

/** The first middleware in is the last one out: it sees the response that leaves. */
function logged(operation: string): MiddlewareObj<APIGatewayProxyEventV2, Result> {
  let startedAt = 0;
  const finish: NonNullable<MiddlewareObj<APIGatewayProxyEventV2, Result>["after"]> = (request) => {
    request.response = finished(request.response as Result, request.event);
    if (request.response.statusCode >= 500 && !isMeant(request.error)) countFault("ApiFaults");
    logRequest({
      operation,
      status: request.response.statusCode,
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      request_id: request.event.requestContext.requestId,
      cold_start: isColdStart(),
      ...(isMeant(request.error) && { error_code: request.error.code }),
    });
  };
  return {
    before: () => {
      startedAt = performance.now();
    },
    after: finish,
    onError: finish,
  };
}

function problems(
  operation: string,
  explain?: (error: unknown, event: APIGatewayProxyEventV2) => Result | undefined,
): MiddlewareObj<APIGatewayProxyEventV2, Result> {
  return {
    onError: (request) => {
      const { error, event } = request;
      // Whoever uses a method that a page does not have is a program.
      const isWrongMethod = error instanceof Problem && error.code === "method_not_allowed";
      request.response = (!isWrongMethod && explain?.(error, event)) || problemResult(error);
      if (request.response.statusCode >= 500 && !isMeant(error)) logFault(operation, error);
    },
  };
}
