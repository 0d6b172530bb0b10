import * as z from "zod/mini";

/**
 * The outcome of one attempt. `delivered`: a 2xx whose whole body arrived. `refused`: any other status,
 * redirects included. `timeout`: no complete response in time. `unreachable`: no response; `cause` names the
 * step that failed. `blocked`: the URL leads to an address that we never call; nothing more is recorded.
 * `lost`: the signer crashed before it recorded the outcome.
 */
export const AttemptOutcome = z.enum(["delivered", "refused", "timeout", "unreachable", "blocked", "lost"]);
export type AttemptOutcome = z.infer<typeof AttemptOutcome>;

export const AttemptCause = z.enum(["dns", "connect", "tls", "protocol"]);

export const AttemptResult = z.object({
  outcome: AttemptOutcome,
  duration_ms: z.int(),
  status: z.optional(z.int()),
  cause: z.optional(AttemptCause),
  /** The start of the response body, as text. */
  excerpt: z.optional(z.string()),
  /** Of an answer that is no 2xx: some headers, one a line. */
  headers: z.optional(z.string()),
  /** The seconds that the receiver's `Retry-After` asks for. */
  retry_after: z.optional(z.int()),
});
export type AttemptResult = z.infer<typeof AttemptResult>;

const SLOW_MS = 2_000;

/** Too slow for the shared lane, even if it succeeded. */
export const tookLong = ({ duration_ms }: AttemptResult): boolean => duration_ms > SLOW_MS;

/** The receiver sent a complete 410. An incomplete one is a failure like any other. */
export const isGone = ({ outcome, status }: AttemptResult): boolean =>
  outcome === "refused" && status === 410;
