import { totalmem } from "node:os";

/** What an environment uses after a few invocations. */
const ENVIRONMENT_BYTES = 25 * 1024 * 1024;
/** A sixteenth of the machine's memory. On a small machine, enough for manual use. */
const ROOM = Math.max(32, Math.floor(totalmem() / 16 / ENVIRONMENT_BYTES));

/** Limits the environments of all functions. Beyond the limit, the one that has been idle longest ends. */
export class Memory {
  readonly #room: number;
  #taken = 0;
  /** How to end each idle environment, in the order in which they became idle. */
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
