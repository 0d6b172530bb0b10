export type Choose = (waiting: readonly string[]) => number;

const firstCome: Choose = () => 0;

/**
 * The one place that decides which invocation begins next: requests, batches, timers, schedules and commands
 * all pass here. One a turn of the event loop, by default the one that has waited longest.
 */
export class Turns {
  readonly #waiting: { name: string; begin: () => void }[] = [];
  readonly #choose: Choose;

  constructor(choose = firstCome) {
    this.#choose = choose;
  }

  take(name: string): Promise<void> {
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    this.#waiting.push({ name, begin });
    if (this.#waiting.length === 1) setImmediate(this.#next);
    return promise;
  }

  readonly #next = (): void => {
    const [chosen] = this.#waiting.splice(this.#choose(this.#waiting.map(({ name }) => name)), 1);
    chosen?.begin();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
