import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { jsonIn } from "../base/json.ts";

/** One a line. A cut line was never acknowledged: the next starts a new one, and readers skip it. */
export class Journal<Value> {
  readonly #file: string;
  #descriptor: number | undefined;
  /** Whether the last line may lack its end. */
  #isCut: boolean;

  constructor(file: string) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    this.#isCut = text !== "" && !text.endsWith("\n");
  }

  /** Oldest first. */
  read(): Value[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, "utf8").split("\n").map(jsonIn);
    return lines.filter((value) => value !== undefined) as Value[];
  }

  /** Returns the bytes. Throws when the value is not on the disk whole. */
  append(value: Value): number {
    const bytes = Buffer.from(`${this.#isCut ? "\n" : ""}${JSON.stringify(value)}\n`);
    this.#isCut = true;
    this.#descriptor ??= openSync(this.#file, "a", 0o600);
    if (writeSync(this.#descriptor, bytes) < bytes.length) throw new Error("The disk is full");
    this.#isCut = false;
    return bytes.length;
  }

  rewrite(values: readonly Value[]): void {
    const next = openSync(`${this.#file}.new`, "w", 0o600);
    try {
      for (const value of values) writeFileSync(next, `${JSON.stringify(value)}\n`);
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      closeSync(next);
      throw error;
    }
    this.close();
    this.#descriptor = next;
    this.#isCut = false;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
