import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The position that a reader of a stream has reached, stored in a file. */
export class Checkpoint {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  #reached: string | undefined;

  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
    this.#reached = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  get reached(): string | undefined {
    return this.#reached;
  }

  /**
   * Renaming keeps the file complete even if `kill -9` interrupts this. A position that cannot be stored is a
   * warning: after a restart the reader repeats some records, whose work is found done.
   */
  reach(place: string): void {
    this.#reached = place;
    try {
      writeFileSync(`${this.#file}.new`, place);
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      this.#warn(`${this.#file} cannot be stored: ${(error as Error).message}`);
    }
  }
}
