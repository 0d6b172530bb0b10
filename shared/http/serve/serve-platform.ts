import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod/mini";
import { Problem } from "../../contract/errors.ts";
import { isRepeatable, type PlatformOperation } from "../../contract/operation.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import { isLive, type Owner } from "../../domain/item/owner.ts";
import { AlreadyAnswered, findAnswer } from "../../store/table/idempotency.ts";
import type { Write } from "../../store/table/table.ts";
import { authenticate, authorize, type CountedRequest, countAgainstQuota } from "../guard/authenticate.ts";
import {
  type Peppers,
  type Repeatable,
  readRepeatable,
  replayAnswer,
  storedAnswerWrite,
} from "../guard/idempotency.ts";
import { isDry, answeredDry } from "./dry-reply.ts";
import { keepEnded } from "./ended-requests.ts";
import { keepingRequest, noteFailure } from "./keep-request.ts";
import { type Input, readRequest } from "./request.ts";
import { asProblem, type Result } from "./responses.ts";
import { replyWith, serveRequests } from "./serve.ts";
import { count } from "./telemetry.ts";

type Unmarked<Body> = Body extends { object: "list"; data: (infer Entry)[] }
  ? Omit<Body, "data"> & { data: Omit<Entry, "livemode">[] }
  : Omit<Body, "livemode">;

/** Makes one of the operation's replies, whose objects have the flag `livemode`. */
type OwnedReply<O extends PlatformOperation> = <Name extends keyof O["replies"]>(
  name: Name,
  body: Unmarked<z.input<O["replies"][Name]["schema"]>>,
) => Result;

/** Key, account and mode. `accept`: the header. `source`: the address that it calls from. */
export type Caller = { owner: Owner; key: ApiKey; now: Date; accept: string; source: string };

export type PlatformSteps<O extends PlatformOperation, Loaded> = {
  /** Reads what the request refers to. At most one read. */
  load?: (input: Input<O>, caller: Caller) => Promise<Loaded>;
  /** Protects the stored hash of a request. An argument, because few functions need the secrets' client. */
  peppers?: Peppers;
  /** Throws what replaces an idempotent replay, when the object in the first answer is deleted. */
  recheck?: (input: Input<O>, first: { id?: string }, caller: Caller) => Promise<unknown>;
  answer: (
    input: Input<O>,
    context: Caller & { loaded: Loaded; reply: OwnedReply<O> } & Once,
  ) => Promise<Result> | Result;
};

export type Once = {
  /** For the same transaction. `instead`: what repetitions get. */
  remember: (result: Result, instead?: Result) => Write | undefined;
  /** For the same transaction, when a batch makes the object: the result of its item. */
  resultInBatch?: (result: Result) => Write;
  countOnce: (limit: () => Promise<void>) => Promise<void>;
};

/**
 * Load, answer: for a request, and for a part of a batch of them. New objects have the instant after the
 * load, so what changes an object is later than what it changes.
 */
export async function runKeyed<O extends PlatformOperation, Loaded>(
  op: O,
  { load, answer }: Pick<PlatformSteps<O, Loaded>, "load" | "answer">,
  input: Input<O>,
  caller: Caller,
  once: Once,
  clock = () => new Date(),
): Promise<Result> {
  const loaded = (await load?.(input, caller)) as Loaded;
  const reply = ownedReply(op, isLive(caller.owner));
  return answer(input, { ...caller, now: clock(), loaded, reply, ...once });
}

/**
 * The Lambda handler of an operation that needs a key. It checks the key, the quota and the scope before the
 * request. A request repeated with its idempotency key gets the first answer, and no limit counts it.
 *
 * @example
 * import { getDriverOperation } from "../../contract/platform/drivers/get-driver.ts";
 * import { driverExample } from "../../contract/platform/examples.ts";
 * const handler = servePlatform(getDriverOperation, {
 *   answer: ({ params }, { reply }) => reply("found", { ...driverExample, id: params.id }),
 * });
 * const { statusCode, headers } = await handler(gatewayEvent("GET"), {}); // it has no API key
 * [statusCode, headers["www-authenticate"]]; // => [401, "Bearer"]
 */
export function servePlatform<const O extends PlatformOperation, Loaded = undefined>(
  op: O,
  { load, peppers, recheck, answer }: PlatformSteps<O, Loaded>,
  clock: () => Date = () => new Date(),
) {
  const steps = { ...(load && { load }), answer };
  const states = new WeakMap<object, RequestState>();
  const handler = serveRequests(
    op.name,
    async (event) => {
      const now = clock();
      const started = performance.now();
      const key = await authenticate(event, op, now);
      const { requestId } = event.requestContext;
      const counted: RequestState = {
        ...(await countAgainstQuota(op, key, requestId, now)),
        key,
        now,
        started,
      };
      states.set(event, counted);
      const { over, giveBack } = counted;
      // A repeat gets its answer despite a full quota, so a request that may be one is read first.
      if (over && !isRepeatable(op)) throw over;
      authorize(key, op.scope);

      const owner = { account_id: key.account_id, mode: key.mode };
      const { sourceIp: source } = event.requestContext.http;
      const caller = { owner, key, now, accept: event.headers.accept ?? "", source };
      const input = readRequest(op, event);
      const repeatable = isRepeatable(op)
        ? await readRepeatable(op, caller.owner, event, input, peppers)
        : undefined;
      const make = async () => {
        if (over) throw over;
        counted.idempotency = repeatable?.ending;
        const { id, driver_id } = (input.params ?? {}) as Record<string, string | undefined>;
        return keepingRequest(op, counted, requestId, id ?? driver_id, () =>
          runKeyed(op, steps, input, caller, onceOf(op, repeatable, now), clock),
        );
      };
      const answerIt = async () => {
        const result = await repeating(repeatable, now, make);
        if (!isReplayed(result)) return result;
        if (giveBack) counted.headers = await giveBack();
        await recheck?.(input, JSON.parse(result.body ?? "{}"), caller);
        return result;
      };
      return isDry(op, input) ? answeredDry(answerIt) : answerIt();
    },
    { between: withHeaders(op, states) },
  );
  return Object.assign(handler, { op, steps });
}

export const onceOf = (op: PlatformOperation, repeatable: Repeatable | undefined, now: Date): Once => ({
  remember: (result, instead) => storedAnswerWrite(op, repeatable, result, now, instead),
  countOnce: (limit) => countOnce(repeatable, now, limit),
});

/** Counts a request against a limit, unless it repeats one that has its answer and was counted. */
async function countOnce(repeatable: Repeatable | undefined, now: Date, limit: () => Promise<void>) {
  const answered = repeatable && (await findAnswer(repeatable.key, now));
  if (answered) throw new AlreadyAnswered(answered);
  await limit();
}

/** The schema of an object without the flag drops it. */
const ownedReply =
  <O extends PlatformOperation>(op: O, livemode: boolean): OwnedReply<O> =>
  (name, body) => {
    const { object, data } = body as { object?: unknown; data?: object[] };
    const marked =
      object === "list" ? { data: data?.map((entry) => ({ ...entry, livemode })) } : { livemode };
    return replyWith(op)(name, { ...body, ...marked } as never);
  };

/** Also for a request that is refused now, perhaps because it succeeded before. */
export async function repeating(
  repeatable: Repeatable | undefined,
  now: Date,
  answer: () => Promise<Result>,
): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (!repeatable) throw error;
    const known = error instanceof AlreadyAnswered ? error.answered : undefined;
    const answered = known ?? (error instanceof Problem && (await findAnswer(repeatable.key, now)));
    if (!answered) throw error;
    return replayAnswer(repeatable, answered);
  }
}

export const isReplayed = ({ headers }: Result): boolean => "idempotent-replayed" in headers;

/** What the reply's middleware knows of a request. */
type RequestState = CountedRequest & {
  key: ApiKey;
  now: Date;
  started: number;
  idempotency?: string | undefined;
};

/** Adds the quota's headers to every reply, and notes a failed request for the dashboard and the metrics. */
function withHeaders(
  op: PlatformOperation,
  states: WeakMap<object, RequestState>,
): MiddlewareObj<APIGatewayProxyEventV2, Result> {
  const end: NonNullable<MiddlewareObj<APIGatewayProxyEventV2, Result>["after"]> = async (request) => {
    const { event, response, error } = request;
    const state = states.get(event);
    if (!state || !response) return;
    const { key, now, over, isKnown } = state;
    request.response = { ...response, headers: { ...response.headers, ...state.headers } };
    if (over instanceof Problem && over === error)
      count("RateLimited", { operation: op.name, range: key.mode });
    // This environment refused the request without a call, and a caller in a loop must not cost writes.
    if (error && isKnown) return;
    const { requestId: request_id } = event.requestContext;
    const ms = Math.round(performance.now() - state.started);
    // The next request of the account here writes it.
    keepEnded(key, [{ request_id, status: response.statusCode, ms }], now);
    if (error) await noteFailure(op, state, asProblem(error), event);
  };
  return { after: end, onError: end };
}
