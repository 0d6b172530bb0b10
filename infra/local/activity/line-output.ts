import { write } from "node:fs";

const MOST_WAITING = 2_000;
/** How long lines wait for others to be written with them. */
const BATCH_MS = 20;
const AGAIN_MS = 50;

/**
 * Writes lines to a terminal, file or pipe without ever waiting for it. A stream of Node would block on a
 * stopped terminal, and would hold every line that a slow pipe does not read. This writes in the background,
 * one batch at a time. Lines beyond the limit are skipped and counted. After a closed pipe it writes nothing.
 */
export class LineOutput {
  readonly #fd: number;
  readonly #skippedLine: (count: number) => string;
  #waiting: string[] = [];
  #skipped = 0;
  #writing = false;
  #closed = false;

  constructor(fd: number, skippedLine: (count: number) => string) {
    this.#fd = fd;
    this.#skippedLine = skippedLine;
  }

  /** `line` is called only if there is room for its line. */
  print(line: () => string): void {
    if (this.#closed) return;
    if (this.#waiting.length >= MOST_WAITING) this.#skipped++;
    else this.#waiting.push(line());
    if (this.#writing) return;
    this.#writing = true;
    setTimeout(() => this.#next(), BATCH_MS);
  }

  #next(): void {
    if (this.#waiting.length === 0) {
      this.#writing = false;
      return;
    }
    const lines = this.#waiting;
    if (this.#skipped > 0) lines.push(this.#skippedLine(this.#skipped));
    [this.#waiting, this.#skipped] = [[], 0];
    this.#write(Buffer.from(`${lines.join("\n")}\n`));
  }

  #write(bytes: Buffer): void {
    write(this.#fd, bytes, (error, written = 0) => {
      if (error && error.code !== "EAGAIN") {
        this.#closed = true;
        return;
      }
      const rest = bytes.subarray(error ? 0 : written);
      // A full pipe: its reader is slow.
      if (rest.length > 0) return void setTimeout(() => this.#write(rest), AGAIN_MS).unref();
      setTimeout(() => this.#next(), BATCH_MS);
    });
  }
}
