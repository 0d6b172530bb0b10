import { appendFileSync, existsSync, readFileSync } from "node:fs";

/**
 * A file of JSON values, one a line. `kill -9` or a full disk can cut a line. The value of a cut line was
 * never acknowledged, so the next value starts a new line and readers skip the cut one.
 */
export class Journal<Value> {
  readonly #file: string;
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
    return readFileSync(this.#file, "utf8").split("\n").flatMap(parsed) as Value[];
  }

  /** Throws when the value is not on the disk whole. */
  append(value: Value): void {
    const start = this.#isCut ? "\n" : "";
    this.#isCut = true;
    appendFileSync(this.#file, `${start}${JSON.stringify(value)}\n`);
    this.#isCut = false;
  }
}

function parsed(line: string): unknown[] {
  try {
    return line === "" ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}
