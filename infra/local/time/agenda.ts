import { type Anchor, virtualNow } from "./clock.ts";

type Entry = { at: number; act: () => void };

/** Timers of Node reach a few weeks at most, so a longer wait is split. */
const LONGEST_WAIT_MS = 3_600_000;

/** Delays, waits, schedules and sweeps, in one list, so that the clock can skip to the next instant. */
export class Agenda {
  readonly #clock: Anchor;
  /** Sorted by instant. Entries of one instant are in the order in which they were added. */
  readonly #entries: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  isStopped = false;
  /** Looks at what there is before anything happens at an instant. */
  before: () => void = () => {};

  constructor(clock: Anchor) {
    this.#clock = clock;
  }

  /** Runs `act` at an instant of the virtual clock, in ms. Returns how to cancel that. */
  at(instant: number, act: () => void): () => void {
    if (this.isStopped) return () => {};
    // A fraction would lie after the whole millisecond that a skip ends at.
    const entry = { at: Math.ceil(instant), act };
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle] as Entry).at <= entry.at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, entry);
    if (low === 0) this.#arm();
    return () => {
      const place = this.#entries.indexOf(entry);
      if (place >= 0) this.#entries.splice(place, 1);
    };
  }

  next = (): number | undefined => this.#entries[0]?.at;

  /** Runs what is due. Call it after the clock has skipped. */
  run(): void {
    this.before();
    while (this.#entries[0] && this.#entries[0].at <= virtualNow(this.#clock)) this.#entries.shift()?.act();
    this.#arm();
  }

  stop(): void {
    this.isStopped = true;
    this.#entries.length = 0;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const next = this.next();
    if (next === undefined || this.isStopped) return;
    const ahead = Math.max(0, (next - virtualNow(this.#clock)) / this.#clock.scale);
    this.#timer = setTimeout(() => this.run(), Math.min(Math.ceil(ahead), LONGEST_WAIT_MS));
  }
}
