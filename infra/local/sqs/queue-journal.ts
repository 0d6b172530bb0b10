import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import type { Message } from "./message.ts";
import type { Change } from "./queue.ts";

/** A line of the file: what one call changed, by queue. */
type Line = [queue: string, changes: Change[]];

/** Below this, rewriting the file would cost more than it saves. */
const MIN_LINES = 1_000;

/**
 * The messages of all queues, in a file that grows by a line for each call. A call gets its reply when its
 * line is in the file, so `kill -9` loses nothing that was acknowledged. When most lines are out of date, the
 * journal writes the file anew from the present messages.
 */
export class QueueJournal {
  readonly #file: string;
  #descriptor: number;
  #lines = 0;
  /** Whether the last line may lack its end, as after a full disk. */
  #isCut: boolean;

  constructor(file: string) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    this.#isCut = text !== "" && !text.endsWith("\n");
    this.#descriptor = openSync(file, "a", 0o600);
  }

  /** The messages of each queue, as they were when the file was last written. */
  read(): Map<string, Map<string, Message>> {
    const queues = new Map<string, Map<string, Message>>();
    this.#lines = 0;
    for (const text of readFileSync(this.#file, "utf8").split("\n")) {
      this.#lines++;
      const [name, changes] = parsed(text) ?? ["", []];
      const messages = queues.get(name) ?? new Map<string, Message>();
      queues.set(name, messages);
      for (const change of changes) {
        if ("put" in change) messages.set(change.put.id, change.put);
        else messages.delete(change.deleted);
      }
    }
    return queues;
  }

  /** Throws when the line is not in the file whole. */
  append(...line: Line): void {
    const start = this.#isCut ? "\n" : "";
    this.#isCut = true;
    const bytes = Buffer.from(`${start}${JSON.stringify(line)}\n`);
    if (writeSync(this.#descriptor, bytes) < bytes.length) throw new Error("The disk is full");
    this.#isCut = false;
    this.#lines++;
  }

  /** Whether the file is much longer than `messages` need. */
  isLong = (messages: number): boolean => this.#lines > MIN_LINES + 4 * messages;

  /** Replaces the file. Renaming keeps it whole even if `kill -9` interrupts this. */
  rewrite(lines: Line[]): void {
    const next = openSync(`${this.#file}.new`, "w", 0o600);
    try {
      for (const line of lines) writeFileSync(next, `${JSON.stringify(line)}\n`);
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      closeSync(next);
      throw error;
    }
    closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#lines = lines.length;
    this.#isCut = false;
  }

  close = (): void => closeSync(this.#descriptor);
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}
