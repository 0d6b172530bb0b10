import { MAX_PAYLOAD_BYTES, type Outcome } from "../base/ports.ts";

export type Job = { payload: string; requestId: string };

export type Done = { outcome: Outcome; written: string[] };

/** An error that a handler threw or logged, for the terminal. No log file has its message. */
export type Thrown = {
  name: string;
  message: string;
  stack: string;
  requestId: string;
  /** An AWS service answered with this error. */
  isAnswer: boolean;
};

/** The messages of an environment. The first says that its bundle is loaded, or why it cannot be. */
export type FromEnvironment = "ready" | { unloadable: Thrown } | Done | { thrown: Thrown };

export const isDone = (message: FromEnvironment): message is Done =>
  message !== "ready" && "outcome" in message;

export function withinPayload(outcome: Outcome): Outcome {
  if (!outcome.ok || Buffer.byteLength(outcome.payload) <= MAX_PAYLOAD_BYTES) return outcome;
  return {
    ok: false,
    errorType: "Function.ResponseSizeTooLarge",
    errorMessage: "Response payload size exceeded",
  };
}

export const timeoutAfter = (ms: number) => ({ message: `Task timed out after ${ms / 1000}.00 seconds` });
