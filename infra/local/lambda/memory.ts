/**
 * Limits the idle environments of all functions, which take most of the local cloud's memory: about 20 MB
 * each. Beyond the limit, the one that has been idle longest ends.
 */
export class Memory {
  readonly #most: number;
  /** How to end each idle environment, in the order in which they became idle. */
  readonly #idle = new Map<object, () => void>();

  constructor(most: number) {
    this.#most = most;
  }

  idle(environment: object, end: () => void): void {
    this.#idle.set(environment, end);
    const [longest] = this.#idle.values();
    if (this.#idle.size > this.#most) longest?.();
  }

  busy(environment: object): void {
    this.#idle.delete(environment);
  }
}
