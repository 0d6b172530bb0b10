import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, writeSync } from "node:fs";

/** Each write is one call in place, which `kill -9` cannot interrupt. Renaming would wait for the disk. */
export class InPlaceFile {
  readonly path: string;
  /** Longer than any of its texts, so each replaces all of the one before. */
  readonly #width: number;
  #descriptor: number | undefined;

  constructor(path: string, width: number) {
    this.path = path;
    this.#width = width;
  }

  /** Without the spaces that fill it. Absent: there is no such file. */
  read(): string | undefined {
    return existsSync(this.path) ? readFileSync(this.path, "utf8").trim() : undefined;
  }

  write(text: string): void {
    if (this.#descriptor !== undefined && fstatSync(this.#descriptor).nlink === 0) this.close();
    this.#descriptor ??= openSync(this.path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    writeSync(this.#descriptor, text.padEnd(this.#width), 0);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
