import { totalmem } from "node:os";

/** What an environment takes, once it has served a few calls. */
const ENVIRONMENT_BYTES = 25 * 1024 * 1024;
/** A sixteenth of the machine's memory, and on a small one enough for what a person tries by hand. */
const ROOM = Math.max(32, Math.floor(totalmem() / 16 / ENVIRONMENT_BYTES));

/** The machine's memory, as far as environments are concerned: beyond its room, the one that was idle longest ends. */
export class Memory {
  readonly #room: number;
  #taken = 0;
  /** How to end each, the one that is idle longest first. */
  readonly #idle = new Map<object, () => void>();

  constructor(room = ROOM) {
    this.#room = room;
  }

  take(): void {
    this.#taken++;
    if (this.#taken <= this.#room) return;
    const [end] = this.#idle.values();
    end?.();
  }

  idle(environment: object, end: () => void): void {
    this.#idle.set(environment, end);
  }

  busy(environment: object): void {
    this.#idle.delete(environment);
  }

  giveBack(environment: object): void {
    this.busy(environment);
    this.#taken--;
  }
}
