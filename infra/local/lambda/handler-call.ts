import { traceOf } from "../activity/trace.ts";
import type { Outcome } from "../base/ports.ts";
import type { Job, Thrown } from "./invocation.ts";

export type Handler = (event: unknown, context: unknown) => Promise<unknown>;

type Variables = Record<string, string | undefined>;

export async function callHandler(
  loading: Promise<{ handler: Handler }>,
  { payload, requestId }: Job,
  { variables, timeoutMs }: { variables: Variables; timeoutMs: number },
  show: (error: unknown) => void,
): Promise<Outcome> {
  try {
    const { handler } = await loading;
    variables._X_AMZN_TRACE_ID = traceOf(requestId);
    const until = performance.now() + timeoutMs;
    const context = {
      awsRequestId: requestId,
      functionName: variables.AWS_LAMBDA_FUNCTION_NAME,
      memoryLimitInMB: variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
      getRemainingTimeInMillis: () => Math.max(0, until - performance.now()),
    };
    // A function or symbol has no JSON text.
    return { ok: true, payload: JSON.stringify(await handler(JSON.parse(payload), context)) ?? "null" };
  } catch (error) {
    show(error);
    const { name, message } = (error ?? {}) as Partial<Error>;
    return { ok: false, errorType: String(name ?? "Error"), errorMessage: String(message ?? error) };
  }
}

export function thrownOf(thrown: unknown, requestId: string): Thrown {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return {
    // Code may set these to values that are no texts.
    name: String(error.name),
    message: String(messageOf(error)),
    stack: String(error.stack ?? ""),
    requestId,
    isAnswer: "$metadata" in error,
  };
}

function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (cause: ${cause.name}: ${messageOf(cause)})` : message;
}
