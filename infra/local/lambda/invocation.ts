/** AWS's limit for the request and for the reply of an invocation. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** The result of an invocation: the handler's reply as JSON text, or the error that the caller gets. */
export type Outcome = { ok: true; payload: string } | { ok: false; errorType: string; errorMessage: string };

/** What an environment receives for an invocation. */
export type Job = { payload: string; requestId: string };

/** What an environment sends back: the outcome, and what the function wrote to its log meanwhile. */
export type Done = { outcome: Outcome; written: string[] };

/** The outcome, or Lambda's error if the reply is too long. */
export function withinPayload(outcome: Outcome): Outcome {
  if (!outcome.ok || Buffer.byteLength(outcome.payload) <= MAX_PAYLOAD_BYTES) return outcome;
  return {
    ok: false,
    errorType: "Function.ResponseSizeTooLarge",
    errorMessage: "Response payload size exceeded",
  };
}
