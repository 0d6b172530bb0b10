/** Replaces `Math.random`: the same seed always gives the same numbers (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed of its own for each `name`, such as a function's, from one seed of the whole run (FNV-1a). */
export function derivedSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${seed} ${name}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** A seed for each new environment of a function: the n-th one always gets the same. Without `seed`: none. */
export class Seeds {
  readonly #seed: number | undefined;
  readonly #counts = new Map<string, number>();

  constructor(seed: number | undefined) {
    this.#seed = seed;
  }

  next(name: string): number | undefined {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return this.#seed === undefined ? undefined : derivedSeed(this.#seed, `${name} ${count}`);
  }
}
