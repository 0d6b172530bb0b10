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
/** What limits units. `partition`: whose they are. */
export type Counter = { take(units: number): boolean; spend(units: number): unknown; partition?: object };

const MINUTE_MS = 60_000;

/** A bucket of a second, as large as twice the highest minute so far, from a start to an end. */
export class GrowingBucket extends TokenBucket {
  readonly #range: { start: number; end: number };
  readonly #time: () => number;
  #minute = { at: 0, used: 0 };
  #highest = 0;

  constructor(range: { start: number; end: number }, now: () => number) {
    super({ most: range.start, refill: range.start }, now);
    [this.#range, this.#time] = [range, now];
  }

  override take(units: number): boolean {
    const at = Math.floor(this.#time() / MINUTE_MS);
    if (at !== this.#minute.at) {
      this.#highest = Math.max(this.#highest, this.#minute.used / 60);
      this.#minute = { at, used: 0 };
      const most = Math.min(this.#range.end, Math.max(this.#range.start, 2 * this.#highest));
      this.follow({ most, refill: most });
    }
    const isTaken = super.take(units);
    if (isTaken) this.#minute.used += units;
    return isTaken;
  }

  override spend(units: number): void {
    this.#minute.used += units;
    super.spend(units);
  }
}

/** So many units within a day, whenever it begins. */
export class DayCount {
  readonly #most: number;
  readonly #now: () => number;
  #taken: { at: number; units: number }[] = [];

  constructor(most: number, now: () => number) {
    [this.#most, this.#now] = [most, now];
  }

  take(units: number): boolean {
    const dayAgo = this.#now() - 86_400_000;
    this.#taken = this.#taken.filter(({ at }) => at > dayAgo);
    if (this.#taken.reduce((sum, each) => sum + each.units, units) > this.#most) return false;
    this.spend(units);
    return true;
  }

  spend = (units: number): unknown => this.#taken.push({ at: this.#now(), units });
}
