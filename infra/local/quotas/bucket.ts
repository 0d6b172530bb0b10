/** Tokens, refilled all the time up to a size. */
export class TokenBucket {
  #size: number;
  #refill: number;
  #tokens: number;
  #at: number;
  readonly #now: () => number;

  /** `now` is in ms, and `refill` in tokens a second. */
  constructor({ most, refill }: Rate, now = () => Date.now()) {
    [this.#size, this.#refill, this.#tokens, this.#now] = [most, refill, most, now];
    this.#at = now();
  }

  /** Takes the tokens of something, or none. What needs more than the bucket holds, waits for a full one. */
  take(units = 1): boolean {
    if (this.#left() < Math.min(units, this.#size)) return false;
    this.#tokens -= units;
    return true;
  }

  /** Takes tokens that are used already, so that what follows waits. Fewer than 0 gives them back. */
  spend(units: number): void {
    this.#tokens = Math.min(this.#size, this.#left() - units);
  }

  /** How long it takes until no token is owed. */
  owedMs = (): number => Math.max(0, (-this.#left() / this.#refill) * 1000);

  /** Another size and refill. A larger bucket fills at its new pace. */
  follow({ most, refill }: Rate): void {
    this.#left();
    [this.#size, this.#refill] = [most, refill];
  }

  #left(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#size, this.#tokens + ((now - this.#at) / 1000) * this.#refill);
    this.#at = now;
    return this.#tokens;
  }
}

/** A bucket's size, and what it gets a second. */
export type Rate = { most: number; refill: number };

const MINUTE_MS = 60_000;

/** A bucket of a second, as large as twice the highest minute so far, from a start to an end. */
export class GrowingBucket {
  readonly #bucket: TokenBucket;
  readonly #range: { start: number; end: number };
  readonly #now: () => number;
  #highest = 0;
  #minute = 0;
  #used = 0;

  constructor(range: { start: number; end: number }, now: () => number) {
    [this.#range, this.#now] = [range, now];
    this.#bucket = new TokenBucket({ most: range.start, refill: range.start }, now);
  }

  take(units: number): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#highest = Math.max(this.#highest, this.#used / 60);
      [this.#minute, this.#used] = [minute, 0];
      const most = Math.min(this.#range.end, Math.max(this.#range.start, 2 * this.#highest));
      this.#bucket.follow({ most, refill: most });
    }
    const isTaken = this.#bucket.take(units);
    if (isTaken) this.#used += units;
    return isTaken;
  }

  spend(units: number): void {
    this.#used += units;
    this.#bucket.spend(units);
  }
}

/** So many units within a day, whenever it begins. */
export class DayCount {
  readonly #most: number;
  readonly #now: () => number;
  /** Oldest first. */
  #taken: { at: number; units: number }[] = [];

  constructor(most: number, now: () => number) {
    [this.#most, this.#now] = [most, now];
  }

  take(units: number): boolean {
    const dayAgo = this.#now() - 86_400_000;
    this.#taken = this.#taken.filter(({ at }) => at > dayAgo);
    const sum = this.#taken.reduce((total, each) => total + each.units, 0);
    if (sum + units > this.#most) return false;
    this.spend(units);
    return true;
  }

  spend(units: number): void {
    this.#taken.push({ at: this.#now(), units });
  }
}
