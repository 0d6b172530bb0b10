import { GuardedWriter } from "../storage/guarded-writer.ts";
import { InPlaceFile } from "../storage/in-place-file.ts";

/** Longer than any sequence number. */
const WIDTH = 64;

export class Checkpoint {
  readonly #file: InPlaceFile;
  readonly #writer: GuardedWriter;
  #reached: string | undefined;

  constructor(file: string, warn: (message: string) => void) {
    this.#file = new InPlaceFile(file, WIDTH);
    this.#writer = new GuardedWriter(file, warn);
    this.#reached = this.#file.read() || undefined;
  }

  get reached(): string | undefined {
    return this.#reached;
  }

  /** A position that cannot be stored is a warning: after a restart, some work is found done. */
  reach(place: string): void {
    if (place === this.#reached) return;
    this.#reached = place;
    this.#writer.write(() => this.#file.write(place));
  }
}
