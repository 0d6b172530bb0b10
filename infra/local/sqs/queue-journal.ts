import { Journal } from "../storage/journal.ts";
import type { Message } from "./message.ts";
import type { Change } from "./queue.ts";

type Line = [queue: string, changes: Change[]];

/** Below this, rewriting the file would cost more than it saves. */
const MIN_LINES = 1_000;

/**
 * In a file that grows by a line for each call, before its reply, so `kill -9` loses nothing acknowledged.
 * When most lines are out of date, the file is written anew.
 */
export class QueueJournal {
  readonly #journal: Journal<Line>;
  #lines = 0;

  constructor(file: string) {
    this.#journal = new Journal(file);
  }

  read(): Map<string, Map<string, Message>> {
    const queues = new Map<string, Map<string, Message>>();
    const lines = this.#journal.read();
    this.#lines = lines.length;
    for (const [name, changes] of lines) {
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
    this.#journal.append(line);
    this.#lines++;
  }

  /** Whether the file is much longer than `messages` need. */
  isLong = (messages: number): boolean => this.#lines > MIN_LINES + 4 * messages;

  rewrite(lines: Line[]): void {
    this.#journal.rewrite(lines);
    this.#lines = lines.length;
  }

  close = (): void => this.#journal.close();
}
