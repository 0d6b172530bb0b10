import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { jsonIn } from "../base/json.ts";
import type { ActivityEntry } from "./activity.ts";
import { activityFile, earlierActivityFile } from "./activity-file.ts";

/** How far a file was read. A file system uses inodes again, so the time of birth is part of its identity. */
type Place = { file: string; bytes: number };

export class ActivityReader {
  readonly #dataDir: string;
  #place: Place = { file: "", bytes: 0 };

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Everything at the first call, then what was added since. A torn last line waits for its end. */
  next(): ActivityEntry[] {
    const before = this.#place;
    const present = this.#read(activityFile(this.#dataDir), before);
    if (this.#place.file === before.file) return present;
    // The file is a new one, so the rest of the one before is in the earlier file.
    const now = this.#place;
    const earlier = this.#read(earlierActivityFile(this.#dataDir), before);
    this.#place = now;
    return [...earlier, ...present];
  }

  #read(path: string, from: Place): ActivityEntry[] {
    const fd = opened(path);
    if (fd === undefined) return [];
    try {
      const { ino, birthtimeMs, size } = fstatSync(fd);
      const file = `${ino} ${birthtimeMs}`;
      const start = file === from.file ? from.bytes : 0;
      const bytes = Buffer.alloc(size - start);
      readSync(fd, bytes, 0, bytes.length, start);
      const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
      this.#place = { file, bytes: start + whole.length };
      return whole
        .toString()
        .split("\n")
        .flatMap((line) => (jsonIn(line) ?? []) as ActivityEntry);
    } finally {
      closeSync(fd);
    }
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch {
    return undefined;
  }
}
