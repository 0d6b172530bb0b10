import type { AttemptResult } from "./attempt.ts";

type Attempt = Pick<AttemptResult, "outcome" | "status" | "cause" | "duration_ms">;

const CAUSES = {
  dns: "the host name has no address",
  connect: "nothing accepted the connection",
  tls: "the TLS handshake failed",
  protocol: "the answer was not valid HTTP",
} as const;

/** What came of an attempt, and why, as the owner of the endpoint reads it. */
export function attemptInWords({ outcome, status, cause, duration_ms }: Attempt): string {
  switch (outcome) {
    case "delivered":
      return `delivered: ${status} in ${duration_ms} ms`;
    case "refused":
      return `refused: the receiver answered ${status}`;
    case "timeout":
      return "timed out: no complete answer within 15 seconds";
    case "unreachable":
      return `not delivered: ${cause === undefined ? "no answer came" : CAUSES[cause]}`;
    case "blocked":
      return "not sent: the URL leads to an address that we never call";
    case "lost":
      return "lost by a fault on our side";
  }
}
