import { availableParallelism } from "node:os";

/** More environments than cores would only delay each other's start. */
export const AT_ONCE = availableParallelism();

export class Cores {
  #free = AT_ONCE;
  readonly #queue: (() => void)[] = [];

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
