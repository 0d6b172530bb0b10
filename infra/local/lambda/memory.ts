/** Enough for a burst of events, whose functions have several environments each. */
const USUAL = 16;

/** Above `largeMb`, `few` idle ones stay, and those whose last pause was below `pauseMs`, for `idleMs`. */
const WHEN_LARGE = { largeMb: 235, few: 5, pauseMs: 100, idleMs: 1_000 };
const LOOK_EVERY_MS = 500;

type Idle = { since: number; end: () => void };

/**
 * Limits idle environments, most of the memory: 20 MB each. Beyond it, the longest idle one ends. Without a
 * limit of its own: the usual number, and few while the process is large.
 */
export class Memory {
  readonly #most: number;
  readonly #whenLarge: typeof WHEN_LARGE | undefined;
  readonly #idle = new Map<object, Idle>();
  readonly #underLoad = new WeakSet<object>();
  readonly #looking: NodeJS.Timeout | undefined;
  /** While the clock skips, the same functions run again and again: a new environment costs most of a run. */
  isSkipping = false;

  constructor(most: number | undefined, whenLarge = WHEN_LARGE) {
    this.#most = most ?? USUAL;
    if (most !== undefined) return;
    this.#whenLarge = whenLarge;
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  idle(environment: object, end: () => void): void {
    this.#idle.set(environment, { since: performance.now(), end });
    for (const [, each] of this.#beyond(this.#most)) each.end();
    if (this.#idle.size > (this.#whenLarge?.few ?? this.#most)) this.#look();
  }

  busy(environment: object): void {
    const idle = this.#idle.get(environment);
    if (!this.#idle.delete(environment) || !idle) return;
    if (performance.now() - idle.since < (this.#whenLarge?.pauseMs ?? 0)) this.#underLoad.add(environment);
    else this.#underLoad.delete(environment);
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    if (this.isSkipping || !this.#whenLarge || process.memoryUsage.rss() / 2 ** 20 <= this.#whenLarge.largeMb)
      return;
    const before = performance.now() - this.#whenLarge.idleMs;
    for (const [environment, { since, end }] of this.#beyond(this.#whenLarge.few))
      if (since <= before || !this.#underLoad.has(environment)) end();
  }

  #beyond = (most: number): [object, Idle][] => [...this.#idle].slice(0, Math.max(0, this.#idle.size - most));
}
