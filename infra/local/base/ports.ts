import { ACCOUNT, type Properties, REGION } from "./template.ts";

// What engines know of each other. Nothing else of an engine is visible to another one.

/** AWS's limit for the request and for the reply of an invocation. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
/** A day, so that a handler that waits at a breakpoint is not ended. */
export const AT_BREAKPOINTS_MS = 86_400_000;
/** What Lambda answers an invocation for which there is no room. */
export const THROTTLED = "TooManyRequestsException";
/** What Lambda answers for a function that does not exist. */
export const NOT_FOUND = "ResourceNotFoundException";

export type Outcome = { ok: true; payload: string } | Failure;
export type Failure = {
  ok: false;
  errorType: string;
  errorMessage: string;
  /** Where and why the code cannot be bundled or loaded. The local cloud's replies say so. */
  broken?: string | undefined;
};

export type InvokableFunctions = {
  has(arn: string): boolean;
  /** Resolves when its code is bundled, or cannot be. AWS has no such time, so nothing counts it. */
  bundled(arn: string): Promise<unknown>;
  invoke(arn: string, payload: string, requestId?: string): Promise<Outcome>;
  accessKeyIdOf(arn: string): string;
};

export type SourceQueue = {
  readonly settings: { readonly arn: string };
  arrival(): Promise<void>;
  visible(most: number): readonly unknown[];
  hold(receiptHandle: string): void;
  release(receiptHandle: string): void;
};
export type Queues = { at(arn: string): SourceQueue; urlOf(arn: string): string };

/** Counts what may have changed a table or a queue. While the number stays, nothing has. */
export type Changes = { readonly count: number };
/** The changes of tables. While their number stays, a stream has no news. */
export type WriteCount = Changes & { after(count: number): Promise<void> };

export const functionArn = (id: string) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`;

export function functionArnOf({ FunctionName }: Properties): string {
  const name = String(FunctionName);
  return name.startsWith("arn:") ? name : functionArn(name);
}
