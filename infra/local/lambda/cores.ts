import { availableParallelism } from "node:os";

/** More environments than this would only make each other start later. */
export const AT_ONCE = availableParallelism();

/** The machine's cores, as far as environments that start are concerned. */
export class Cores {
  #free = AT_ONCE;
  readonly #queue: (() => void)[] = [];

  /** Waits for a free one: call what it answers to give it back. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    return () => {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
