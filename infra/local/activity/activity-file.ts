import { existsSync, renameSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { ActivityEntry } from "./activity.ts";

/** Two files of this size at most: the present one and the one before. About 40,000 entries each. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_WAITING = 20_000;
/** Twice this long after an entry, the file has it. */
export const FLUSH_MS = 100;
const OWNER_ONLY = { mode: 0o600 };

export const activityFile = (dataDir: string): string => join(dataDir, "activity.jsonl");
export const earlierActivityFile = (dataDir: string): string => join(dataDir, "activity.1.jsonl");

/** One JSON object a line, in the background: `kill -9` loses the last moment. Two files at most. */
export class ActivityFile {
  readonly #dataDir: string;
  readonly #warn: (message: string) => void;
  readonly #maxBytes: number;
  #bytes: number;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failing = false;

  constructor(dataDir: string, warn: (message: string) => void, maxBytes = MAX_BYTES) {
    this.#dataDir = dataDir;
    this.#warn = warn;
    this.#maxBytes = maxBytes;
    const file = activityFile(dataDir);
    this.#bytes = existsSync(file) ? statSync(file).size : 0;
    // The last line may be torn.
    if (this.#bytes > 0) this.#waiting.push("");
  }

  write = (entry: ActivityEntry): void => {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(JSON.stringify(entry));
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  };

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    if (this.#waiting.length > 0) await this.#append();
  }

  #flush(): void {
    this.#writing = this.#append().finally(() => {
      this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#flush(), FLUSH_MS) : undefined;
    });
  }

  async #append(): Promise<void> {
    try {
      const text = this.#take();
      await appendFile(activityFile(this.#dataDir), text, OWNER_ONLY);
      this.#failing = false;
    } catch (error) {
      this.#failed(error);
    }
  }

  #take(): string {
    const text = `${this.#waiting.join("\n")}\n`;
    this.#waiting = [];
    if (this.#bytes > this.#maxBytes) {
      renameSync(activityFile(this.#dataDir), earlierActivityFile(this.#dataDir));
      this.#bytes = 0;
    }
    this.#bytes += Buffer.byteLength(text);
    return text;
  }

  #failed(error: unknown): void {
    if (!this.#failing) this.#warn(`The activity cannot be stored: ${(error as Error).message}`);
    this.#failing = true;
  }
}
