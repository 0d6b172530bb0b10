import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";
import type { PlatformOperation } from "../../contract/operation.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import type { Owner } from "../../domain/owner.ts";
import { AlreadyAnswered, findAnswer } from "../../store/table/idempotency.ts";
import type { Write } from "../../store/table/table.ts";
import { authenticate, authorize, countAgainstQuota } from "../guard/authenticate.ts";
import { memoryOf, type Repeatable, readRepeatable, replayAnswer } from "../guard/idempotency.ts";
import { type Input, readRequest } from "./request.ts";
import type { Result } from "./responses.ts";
import { type ReplyWith, replyWith, serveRequests } from "./serve.ts";

/** Who calls: the account and mode that everything the request touches belongs to. */
export type Caller = { owner: Owner; key: ApiKey; now: Date };

type Story<O extends PlatformOperation, Loaded> = {
  /** What the request refers to. At most one read. */
  load?: (input: Input<O>, caller: Caller) => Promise<Loaded>;
  /** A secret without which nobody can tell what a request under an idempotency key said; handed in, as few need its client. */
  pepper?: () => Promise<string>;
  answer: (
    input: Input<O>,
    context: Caller & {
      loaded: Loaded;
      reply: ReplyWith<O>;
      /** What makes `result` the answer to every repetition of this request: for the transaction that makes it true. */
      remember: (result: Result, instead?: Result) => Write | undefined;
    },
  ) => Promise<Result> | Result;
};

/**
 * The Lambda handler of an operation that needs a key: who calls, how often, what they may, and only then what they ask for.
 * A request that is repeated with its idempotency key is answered as the first time.
 */
export function servePlatform<const O extends PlatformOperation, Loaded = undefined>(
  op: O,
  { load, pepper, answer }: Story<O, Loaded>,
  clock: () => Date = () => new Date(),
) {
  const quotaHeaders = new WeakMap<object, Record<string, string>>();
  return serveRequests(
    op.name,
    async (event) => {
      const now = clock();
      const key = await authenticate(event, now);
      const { headers, over } = await countAgainstQuota(op, key, now);
      quotaHeaders.set(event, headers);
      if (over) throw over;
      authorize(key, op.scope);

      const caller = { owner: { account_id: key.account_id, mode: key.mode }, key, now };
      const input = readRequest(op, event);
      const repeatable = op.repeatable && (await readRepeatable(op, caller.owner, event, input, pepper));
      return repeating(repeatable, now, async () => {
        const loaded = (await load?.(input, caller)) as Loaded;
        const remember = (result: Result, instead?: Result) => memoryOf(op, repeatable, result, now, instead);
        return answer(input, { ...caller, loaded, reply: replyWith(op), remember });
      });
    },
    { between: withHeaders(quotaHeaders) },
  );
}

/**
 * The first answer stands. A request that is now refused may be one that was answered before: what it asks for is done already, and so
 * not possible again.
 */
async function repeating(
  repeatable: Repeatable | undefined,
  now: Date,
  answer: () => Promise<Result>,
): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (!repeatable) throw error;
    if (error instanceof AlreadyAnswered) return replayAnswer(repeatable, error.answered);
    const answered = error instanceof Problem ? await findAnswer(repeatable.key, now) : undefined;
    if (!answered) throw error;
    return replayAnswer(repeatable, answered);
  }
}

const withHeaders = (
  kept: WeakMap<object, Record<string, string>>,
): MiddlewareObj<APIGatewayProxyEventV2, Result> => {
  const add: NonNullable<MiddlewareObj<APIGatewayProxyEventV2, Result>["after"]> = (request) => {
    const { response } = request;
    if (response)
      request.response = { ...response, headers: { ...response.headers, ...kept.get(request.event) } };
  };
  return { after: add, onError: add };
};
