const USUAL = 10;
/** In a process with more memory than this, only a few environments stay. */
const MANY_MB = 400;
const FEW = 3;

/**
 * Limits the idle environments of all functions, which take most of the local cloud's memory: about 20 MB
 * each. Beyond the limit, the one that has been idle longest ends. Without a limit of its own, it keeps the
 * usual number, and few while the process has much memory.
 */
export class Memory {
  readonly #most: number | undefined;
  /** How to end each idle environment, in the order in which they became idle. */
  readonly #idle = new Map<object, () => void>();

  constructor(most: number | undefined) {
    this.#most = most;
  }

  idle(environment: object, end: () => void): void {
    this.#idle.set(environment, end);
    if (this.#idle.size <= (this.#most ?? FEW)) return;
    const most = this.#most ?? (process.memoryUsage.rss() / 2 ** 20 > MANY_MB ? FEW : USUAL);
    for (const endIt of [...this.#idle.values()].slice(0, Math.max(0, this.#idle.size - most))) endIt();
  }

  busy(environment: object): void {
    this.#idle.delete(environment);
  }
}
