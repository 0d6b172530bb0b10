import type { WriteCount } from "../base/ports.ts";

/** Counts the calls that may have written to a table, so that readers of its stream need not poll. */
export class Writes implements WriteCount {
  count = 0;
  #waiting: (() => void)[] = [];

  add(): void {
    this.count++;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async after(count: number): Promise<void> {
    while (this.count === count)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
  }
}
