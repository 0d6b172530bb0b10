import { constants, openSync } from "node:fs";
import { isatty } from "node:tty";
import type { ActivityEntry } from "./activity.ts";
import { entryLines, lookOf } from "./entry-line.ts";
import { LineOutput } from "./line-output.ts";

/** Prints each entry on the standard output, as a line for people or as a JSON object. */
export function showEntries(asJson: boolean): (entry: ActivityEntry) => void {
  const output = new LineOutput(unblocked(), (count) => {
    const what = `${count} lines; npm run logs shows them`;
    return asJson ? JSON.stringify({ kind: "skipped", what }) : `(skipped ${what})`;
  });
  const line = asJson ? JSON.stringify : entryLines(() => lookOf(process.stdout));
  return (entry) => output.print(() => line(entry));
}

/**
 * Without waits: Node makes a pipe non-blocking, but not a terminal, and a stopped one would keep the process
 * from ending. Opening the terminal again leaves its other users as they are.
 */
function unblocked(): number {
  if (!isatty(1)) return 1;
  try {
    return openSync("/proc/self/fd/1", constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 1;
  }
}
