/** As AWS has it: a request or reply of an invocation may be this long. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** What an invocation gives: the handler's answer as JSON text, or the error that the caller sees. */
export type Outcome = { ok: true; payload: string } | { ok: false; errorType: string; errorMessage: string };

/** What an environment is handed for an invocation. */
export type Job = { payload: string; requestId: string };

/** What the caller gets: the outcome, or that it was too long. */
export function withinPayload(outcome: Outcome): Outcome {
  if (!outcome.ok || Buffer.byteLength(outcome.payload) <= MAX_PAYLOAD_BYTES) return outcome;
  return {
    ok: false,
    errorType: "Function.ResponseSizeTooLarge",
    errorMessage: "Response payload size exceeded",
  };
}
