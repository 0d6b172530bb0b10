import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The position that a reader of a stream has reached, stored in a file. */
export class Checkpoint {
  readonly #file: string;
  #reached: string | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#reached = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  get reached(): string | undefined {
    return this.#reached;
  }

  /** Renaming keeps the file complete even if `kill -9` interrupts this. */
  reach(place: string): void {
    this.#reached = place;
    writeFileSync(`${this.#file}.new`, place);
    renameSync(`${this.#file}.new`, this.#file);
  }
}
