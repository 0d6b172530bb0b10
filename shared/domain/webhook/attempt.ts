import * as z from "zod/mini";

/**
 * `delivered`: a whole 2xx. `refused`: any other status, redirects included. `timeout`: no complete response
 * in time. `unreachable`: `cause` names the failed step. `blocked`: an address that we never call. `lost`:
 * the signer crashed first.
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

export const isGone = ({ outcome, status }: AttemptResult): boolean =>
  outcome === "refused" && status === 410;
