import { existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { GuardedWriter } from "../storage/guarded-writer.ts";
import { Journal } from "../storage/journal.ts";
import type { ActivityEntry } from "./activity.ts";

/** Two files of this size at most: the present one and the one before. About 40,000 entries each. */
const MAX_BYTES = 8 * 1024 * 1024;

export const activityFile = (dataDir: string): string => join(dataDir, "activity.jsonl");
export const earlierActivityFile = (dataDir: string): string => join(dataDir, "activity.1.jsonl");

/** A journal of what happened, in two files at most. A full disk costs entries, and never a request. */
export class ActivityFile {
  readonly #dataDir: string;
  readonly #writer: GuardedWriter;
  readonly #maxBytes: number;
  #journal: Journal<ActivityEntry>;
  #bytes: number;

  constructor(dataDir: string, warn: (message: string) => void, maxBytes = MAX_BYTES) {
    this.#dataDir = dataDir;
    this.#writer = new GuardedWriter("The activity", warn);
    this.#maxBytes = maxBytes;
    const file = activityFile(dataDir);
    this.#bytes = existsSync(file) ? statSync(file).size : 0;
    this.#journal = new Journal(file);
  }

  write = (entry: ActivityEntry): void =>
    this.#writer.write(() => {
      if (this.#bytes > this.#maxBytes) this.#begin();
      this.#bytes += this.#journal.append(entry);
    });

  stop = (): void => this.#journal.close();

  #begin(): void {
    this.#journal.close();
    renameSync(activityFile(this.#dataDir), earlierActivityFile(this.#dataDir));
    this.#journal = new Journal(activityFile(this.#dataDir));
    this.#bytes = 0;
  }
}
