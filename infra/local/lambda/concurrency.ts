import { StartupFailure } from "../base/failure.ts";
import { type Outcome, THROTTLED } from "../base/ports.ts";
import type { Demand, QuotaTwin } from "../quotas/twin.ts";

/** AWS leaves at least this to the functions without a reservation. */
const MIN_UNRESERVED = 100;
/** How many requests a second a function may get for each environment of the account. */
const REQUESTS = 10;
const IDLE_MS = 600_000;

/** In the whole account; AWS refuses more. A new account often has 10, an older one 1,000. */
export class Concurrency {
  readonly #usual: number;
  #most: number;
  #reserved: ReadonlyMap<string, number> = new Map();
  #unreserved: number;
  readonly changed = new Map<string, number>();
  /** The function of each invocation that runs. */
  readonly #running: string[] = [];
  #listeners: (() => void)[] = [];
  readonly #twin: QuotaTwin | undefined;
  /** The environments of each function, for the twin alone, and when one was last used. */
  readonly #environments = new Map<string, { count: number; at: number }>();

  constructor(most: number, twin?: QuotaTwin) {
    this.#twin = twin;
    this.#usual = most;
    this.#most = most;
    this.#unreserved = most;
  }

  reserve(reserved: ReadonlyMap<string, number>): void {
    const sum = [...reserved.values()].reduce((total, each) => total + each, 0);
    if (sum > 0 && this.#most - sum < MIN_UNRESERVED)
      throw new StartupFailure(
        `The template reserves ${sum} of the account's concurrency of ${this.#most}. AWS requires that ${MIN_UNRESERVED} stay unreserved: set a higher --account-concurrency.`,
      );
    this.#reserved = reserved;
    this.#unreserved = this.#most - sum;
  }

  limit(most = this.#usual): void {
    [this.#unreserved, this.#most] = [this.#unreserved + most - this.#most, most];
  }

  get running(): number {
    return this.#running.length;
  }

  underWay = (): string | undefined => {
    const { length } = this.#running;
    if (length === 0) return undefined;
    return `${length} invocation${length === 1 ? "" : "s"} of ${[...new Set(this.#running)].join(" and ")}`;
  };

  end = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#listeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  async run(name: string, invoke: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#isBeyondQuota(name)) return { ok: false, errorType: THROTTLED, errorMessage: "Rate Exceeded." };
    this.#running.push(name);
    try {
      return await invoke();
    } finally {
      this.#running.splice(this.#running.indexOf(name), 1);
      for (const listener of this.#listeners.splice(0)) listener();
    }
  }

  /** The twin counts a request to the function, and a new environment if all of its own are busy. */
  #isBeyondQuota(name: string): boolean {
    if (!this.#twin) return this.#isFull(name);
    if (this.#isFull(name)) {
      const rate = { most: this.#most, refill: 0 };
      this.#twin.refused("lambda:Invoke", { quota: "concurrency", key: name, open: this.running, rate });
      return true;
    }
    const rate = { most: REQUESTS * this.#most, refill: REQUESTS * this.#most };
    const demands: Demand[] = [{ quota: "functionRequests", key: name, rate }];
    const now = Date.now();
    const { count, at } = this.#environments.get(name) ?? { count: 0, at: 0 };
    const kept = now - at > IDLE_MS ? 0 : count;
    const busy = this.#running.filter((each) => each === name).length;
    if (busy >= kept) demands.push({ quota: "newEnvironments", key: name });
    if (this.#twin.take("lambda:Invoke", demands)) return true;
    this.#environments.set(name, { count: Math.max(kept, busy + 1), at: now });
    return false;
  }

  #isFull(name: string): boolean {
    const own = this.changed.get(name) ?? this.#reserved.get(name);
    if (own !== undefined) return this.#running.filter((each) => each === name).length >= own;
    return this.#running.filter((each) => !this.#reserved.has(each)).length >= this.#unreserved;
  }
}
