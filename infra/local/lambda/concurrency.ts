import type { Outcome } from "./invocation.ts";

/** What Lambda answers an invocation for which there is no room. */
export const THROTTLED = "TooManyRequestsException";

/**
 * How many invocations may run at the same time in the whole account. AWS refuses further ones. A new account
 * often has 10, an older one 1,000.
 */
export class Concurrency {
  readonly #most: number;
  running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs an invocation, or refuses it. */
  async run(invoke: () => Promise<Outcome>): Promise<Outcome> {
    if (this.running >= this.#most)
      return { ok: false, errorType: THROTTLED, errorMessage: "Rate Exceeded." };
    this.running++;
    try {
      return await invoke();
    } finally {
      this.running--;
    }
  }
}
