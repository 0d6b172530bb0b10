import { constants, existsSync, openSync, readFileSync, writeSync } from "node:fs";

/** Longer than any sequence number, so each position replaces all of the one before. */
const WIDTH = 64;

/** The position that a reader of a stream has reached, stored in a file. */
export class Checkpoint {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  #descriptor: number | undefined;
  #reached: string | undefined;

  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
    this.#reached = existsSync(file) ? readFileSync(file, "utf8").trim() || undefined : undefined;
  }

  get reached(): string | undefined {
    return this.#reached;
  }

  /**
   * One write in place, which `kill -9` cannot interrupt. Renaming another file over this one would wait for
   * the disk, at each batch of records. A position that cannot be stored is a warning: after a restart the
   * reader repeats some records, whose work is found done.
   */
  reach(place: string): void {
    if (place === this.#reached) return;
    this.#reached = place;
    try {
      this.#descriptor ??= openSync(this.#file, constants.O_WRONLY | constants.O_CREAT, 0o600);
      writeSync(this.#descriptor, place.padEnd(WIDTH), 0);
    } catch (error) {
      this.#warn(`${this.#file} cannot be stored: ${(error as Error).message}`);
    }
  }
}
