import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The place that a reader of a stream has reached, kept in a file. */
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

  /** The file is whole at every instant, `kill -9` in the middle of this included. */
  reach(place: string): void {
    this.#reached = place;
    writeFileSync(`${this.#file}.new`, place);
    renameSync(`${this.#file}.new`, this.#file);
  }
}
