import { write } from "node:fs";

const MAX_WAITING = 2_000;
/** How long lines wait for others to be written with them. */
const BATCH_MS = 20;
const AGAIN_MS = 50;
/** Nothing can read what is written from now on: the reader of a pipe ended, or the terminal is gone. */
const FOR_GOOD = new Set(["EPIPE", "EIO", "EBADF"]);

/**
 * Lines to a terminal, file or pipe, without ever waiting for it: a stream of Node blocks on a stopped
 * terminal, and holds what a slow pipe does not read. Lines beyond the limit, and those that a full disk
 * refuses, are skipped and counted. After a closed pipe it writes nothing.
 */
export class LineOutput {
  readonly #fd: number;
  readonly #skippedLine: (count: number) => string;
  #waiting: string[] = [];
  #skipped = 0;
  #writing = false;
  /** The last line was cut, so the next one must start on a line of its own. */
  #torn = false;
  #closed = false;

  constructor(fd: number, skippedLine: (count: number) => string) {
    this.#fd = fd;
    this.#skippedLine = skippedLine;
  }

  print(line: () => string): void {
    if (this.#closed) return;
    if (this.#waiting.length >= MAX_WAITING) this.#skipped++;
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
    const skipped = this.#skipped;
    this.#waiting = [];
    this.#skipped = 0;
    const shown = skipped > 0 ? [...lines, this.#skippedLine(skipped)] : lines;
    const text = `${this.#torn ? "\n" : ""}${shown.join("\n")}\n`;
    this.#write(Buffer.from(text), 0, lines.length + skipped);
  }

  #write(bytes: Buffer, start: number, count: number): void {
    write(this.#fd, bytes, start, (error, written = 0) => {
      if (FOR_GOOD.has(error?.code ?? "")) {
        this.#closed = true;
        return;
      }
      const next = start + written;
      if (error && error.code !== "EAGAIN") {
        this.#skipped += count;
        this.#torn ||= start > 0;
      } else if (next < bytes.length) {
        // A full pipe: its reader is slow.
        setTimeout(() => this.#write(bytes, next, count), AGAIN_MS).unref();
        return;
      } else {
        this.#torn = false;
      }
      setTimeout(() => this.#next(), BATCH_MS);
    });
  }
}
