import * as z from "zod/mini";

/**
 * What came of one POST. `delivered`: a 2xx, its body included. `refused`: any other status, redirects too. `timeout`:
 * no whole answer in time. `unreachable`: no answer; `cause` says how far it got. `blocked`: the URL leads where we do
 * not deliver; there is nothing more to say about it. `lost`: we crashed before we could note what came of it.
 */
export const AttemptOutcome = z.enum(["delivered", "refused", "timeout", "unreachable", "blocked", "lost"]);
export type AttemptOutcome = z.infer<typeof AttemptOutcome>;

export const AttemptCause = z.enum(["dns", "connect", "tls", "protocol"]);

export const AttemptResult = z.object({
  outcome: AttemptOutcome,
  duration_ms: z.int(),
  status: z.optional(z.int()),
  cause: z.optional(AttemptCause),
  /** The start of the answer, as text. */
  excerpt: z.optional(z.string()),
  /** How many seconds the server asked us to stay away. */
  retry_after: z.optional(z.int()),
});
export type AttemptResult = z.infer<typeof AttemptResult>;

const SLOW_MS = 2_000;

/** Whatever came of it, it kept us longer than anybody may whose deliveries stand between others'. */
export const tookLong = ({ duration_ms }: AttemptResult): boolean => duration_ms > SLOW_MS;

/** It wants no more of us, and said so to the end: half an answer with this status is a failure like any other. */
export const isGone = ({ outcome, status }: AttemptResult): boolean =>
  outcome === "refused" && status === 410;
