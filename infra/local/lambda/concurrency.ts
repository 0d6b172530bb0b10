import { StartupFailure } from "../base/failure.ts";
import { type Outcome, THROTTLED } from "../base/ports.ts";

/** AWS leaves at least this to the functions without a reservation. */
const MIN_UNRESERVED = 100;

/** In the whole account; AWS refuses more. A new account often has 10, an older one 1,000. */
export class Concurrency {
  readonly #usual: number;
  #most: number;
  readonly #delay: (() => Promise<void>) | undefined;
  #reserved: ReadonlyMap<string, number> = new Map();
  #unreserved: number;
  readonly changed = new Map<string, number>();
  /** The function of each invocation that runs. */
  readonly #running: string[] = [];
  #listeners: (() => void)[] = [];

  /** An invocation awaits `delay` before it begins. */
  constructor(most: number, delay?: () => Promise<void>) {
    this.#usual = most;
    this.#most = most;
    this.#delay = delay;
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

  /** Changes the account's quota, as AWS Support could. */
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

  /** Resolves when the next invocation ends, and at the latest after `ms`. */
  end = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#listeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  async run(name: string, invoke: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#isFull(name)) return { ok: false, errorType: THROTTLED, errorMessage: "Rate Exceeded." };
    this.#running.push(name);
    try {
      await this.#delay?.();
      return await invoke();
    } finally {
      this.#running.splice(this.#running.indexOf(name), 1);
      for (const listener of this.#listeners.splice(0)) listener();
    }
  }

  #isFull(name: string): boolean {
    const own = this.changed.get(name) ?? this.#reserved.get(name);
    if (own !== undefined) return this.#running.filter((each) => each === name).length >= own;
    return this.#running.filter((each) => !this.#reserved.has(each)).length >= this.#unreserved;
  }
}
