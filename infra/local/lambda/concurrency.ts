import type { Outcome } from "./invocation.ts";

/** What Lambda answers an invocation for which there is no room. */
export const THROTTLED = "TooManyRequestsException";

/**
 * How many invocations may run at the same time in the whole account. AWS refuses further ones. A new account
 * often has 10, an older one 1,000.
 */
export class Concurrency {
  readonly #most: number;
  /** The function of each invocation that runs. */
  readonly #running: string[] = [];
  #listeners: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  underWay = (): string | undefined =>
    this.#running.length > 0
      ? `${this.#running.length} invocations of ${[...new Set(this.#running)].join(" and ")}`
      : undefined;

  /** Resolves when the next invocation ends, and at the latest after `ms`. */
  end = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#listeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  /** Runs an invocation of a function, or refuses it. */
  async run(name: string, invoke: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#running.length >= this.#most)
      return { ok: false, errorType: THROTTLED, errorMessage: "Rate Exceeded." };
    this.#running.push(name);
    try {
      return await invoke();
    } finally {
      this.#running.splice(this.#running.indexOf(name), 1);
      for (const listener of this.#listeners.splice(0)) listener();
    }
  }
}
