import middy, { type MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod/mini";
import { Problem } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Window } from "../../domain/limit/window.ts";
import { ofEnvironment } from "../../store/table/environment.ts";
import { countBytes } from "../guard/open-limit.ts";
import { refusingOthers } from "./refusing-others.ts";
import { type Input, readRequest } from "./request.ts";
import {
  bytesOf,
  cacheable,
  finished,
  isPassing,
  jsonResult,
  problemResult,
  type Result,
} from "./responses.ts";
import { countInStage, isColdStart, logFault, logRequest } from "./telemetry.ts";

export type ReplyWith<O extends Operation> = <Name extends keyof O["replies"]>(
  name: Name,
  body: z.input<O["replies"][Name]["schema"]>,
) => Result;

export type Limiter = (op: Limitable, source: string, now: Date) => Promise<void>;

/** An operation, a page with a form, or an attempt. `counts`: what the limits count, if not requests. */
export type Limitable = { name: string; method: string; limits?: readonly Window[]; counts?: string };

/** An argument, so that a function without limits does not bundle the table's client. */
type Limited<O extends Operation> = O["limits"] extends readonly Window[]
  ? { limit: (op: O, source: string, now: Date, input: Input<O>) => Promise<void> }
  : { limit?: never };

/** An operation's behaviour. The function of its route runs it, and so does its MCP tool. */
export type Steps<O extends Operation, Loaded = undefined> = Limited<O> & {
  /** Reads what the request names, so an unknown reference is not counted. At most one read. */
  load?: (input: Input<O>, now: Date, source: string) => Promise<Loaded>;
  answer: (
    input: Input<O>,
    context: { now: Date; reply: ReplyWith<O>; loaded: Loaded; source: string },
  ) => Promise<Result> | Result;
};

/** Operations that write require a judgement of the page that a live request comes from. */
type Judged<O extends Operation> = O["method"] extends "GET"
  ? { judgePage?: never }
  : { judgePage: (event: APIGatewayProxyEventV2, input: Input<O>, now: Date) => Promise<void> };

type Handler<O extends Operation, Loaded> = Steps<O, Loaded> &
  Judged<O> & {
    after?: (result: Result, event: APIGatewayProxyEventV2) => Result;
    /** Turns an error into a browser's response instead of the JSON envelope. */
    explain?: (error: unknown, event: APIGatewayProxyEventV2) => Result | undefined;
  };

/** The reply must fit its schema before `answer` saves anything, so a broken one leaves no trace. */
export const serve = <O extends Operation, Loaded = undefined>(op: O, handler: Handler<O, Loaded>) =>
  serveRequests(
    op.name,
    async (event) => {
      const input = readRequest(op, event);
      const now = new Date();
      await handler.judgePage?.(event, input, now);
      const source = event.requestContext.http.sourceIp;
      const result = await runSteps(op, handler, { input, source, now });
      if (handler.after) return handler.after(result, event);
      return op.cacheFor ? cacheable(result, op.cacheFor, event) : result;
    },
    handler.explain ? { explain: handler.explain } : {},
  );

/** Load, limit, answer: for REST and MCP alike. `source` is the address that the limits count. */
export async function runSteps<O extends Operation, Loaded>(
  op: O,
  { load, limit, answer }: Steps<O, Loaded>,
  { input, source, now }: { input: Input<O>; source: string; now: Date },
): Promise<Result> {
  const loaded = (await load?.(input, now, source)) as Loaded;
  await limit?.(op, source, now, input);
  return answer(input, { now, reply: replyWith(op), loaded, source });
}

type Around = {
  explain?: Handler<Operation, unknown>["explain"];
  between?: MiddlewareObj<APIGatewayProxyEventV2, Result>;
};

/** Before Lambda ends the function and loses the reply. Then middy throws a TimeoutError, which is a 503. */
const GIVE_UP_BEFORE_MS = 300;

/** A Lambda handler behind the gateway. It always answers, and logs one line. */
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

export const replyWith =
  <O extends Operation>(op: O): ReplyWith<O> =>
  (name, body) => {
    const reply = op.replies[name as string];
    if (!reply) throw new Error("No such reply");
    return jsonResult(reply.status, reply.schema.parse(body));
  };

/** A Problem is expected, even a 503: a health check answers it while the table does not. */
const isExpected = (error: unknown): error is Problem => error instanceof Problem;

/** The first middleware in is the last one out, so it sees the response that leaves. */
function logged(operation: string): MiddlewareObj<APIGatewayProxyEventV2, Result> {
  const started = ofEnvironment(() => ({ at: 0 }));
  const finish: NonNullable<MiddlewareObj<APIGatewayProxyEventV2, Result>["after"]> = (request) => {
    request.response = finished(request.response as Result, request.event);
    countBytes(request.event.requestContext.http.sourceIp, bytesOf(request.response), new Date());
    if (request.response.statusCode >= 500 && !isExpected(request.error)) {
      countInStage(isPassing(request.error) ? "Unavailable" : "ApiFaults");
    }
    logRequest({
      operation,
      status: request.response.statusCode,
      duration_ms: Math.round((performance.now() - started().at) * 10) / 10,
      request_id: request.event.requestContext.requestId,
      cold_start: isColdStart(),
      ...(isExpected(request.error) && { error_code: request.error.code }),
    });
  };
  return {
    before: () => {
      started().at = performance.now();
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
      // A wrong method comes from a program, not from a person.
      const isWrongMethod = error instanceof Problem && error.code === "method_not_allowed";
      request.response = (!isWrongMethod && explain?.(error, event)) || problemResult(error);
      if (request.response.statusCode >= 500 && !isExpected(error)) logFault(operation, error);
    },
  };
}
