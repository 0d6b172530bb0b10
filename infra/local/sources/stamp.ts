import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../base/root.ts";

export type Stamp = { settings: string; files: Record<string, string> };

/** `Date` follows the virtual clock, and files do not. */
export const realTime = (): number => performance.timeOrigin + performance.now();

/** File systems date a change by a clock that is a few milliseconds late. */
const FILE_CLOCK_MS = 20;

/** From the real time `since` on. A file that was saved later matches no content. */
export function stampOf(files: readonly string[], since: number, settings = ""): Stamp {
  const hashes = files.map((file) => [
    file,
    changedAt(file) > since - FILE_CLOCK_MS ? "unknown" : hashOf(file),
  ]);
  return { settings, files: Object.fromEntries(hashes) };
}

export const isCurrent = (stamp: Stamp, settings = ""): boolean =>
  stamp.settings === settings && Object.keys(stamp.files).every((file) => !hasChanged(stamp, file));

/** Whether the stamp has this file, with another content than the file has now. */
export const hasChanged = ({ files }: Stamp, file: string): boolean =>
  file in files && files[file] !== hashOf(file);

export function readStamp(path: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Stamp;
  } catch {
    return undefined;
  }
}

export function writeStamp(path: string, stamp: Stamp): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(stamp));
}

function hashOf(file: string): string {
  try {
    return createHash("sha256")
      .update(readFileSync(join(root, file)))
      .digest("base64url");
  } catch {
    return "absent";
  }
}

const changedAt = (file: string): number =>
  statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
