import { StartupFailure } from "../base/failure.ts";
import { type Outcome, THROTTLED } from "../base/ports.ts";

/** AWS leaves at least this to the functions without a reservation. */
const MIN_UNRESERVED = 100;

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

  constructor(most: number) {
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
    this.#unreserved = this.#unreserved + most - this.#most;
    this.#most = most;
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
    if (this.#isFull(name)) return { ok: false, errorType: THROTTLED, errorMessage: "Rate Exceeded." };
    this.#running.push(name);
    try {
      return await invoke();
    } finally {
      this.#running.splice(this.#running.indexOf(name), 1);
      for (const listener of this.#listeners.splice(0)) listener();
    }
  }

  #isFull(name: string): boolean {
    const reserved = this.changed.get(name) ?? this.#reserved.get(name);
    if (reserved !== undefined) return this.#running.filter((each) => each === name).length >= reserved;
    return this.#running.filter((each) => !this.#reserved.has(each)).length >= this.#unreserved;
  }
}
