import { constants, openSync } from "node:fs";
import { isatty } from "node:tty";
import type { ActivityEntry } from "./activity.ts";
import { entryLines, lookOf } from "./entry-line.ts";
import { LineOutput } from "./line-output.ts";

export function showEntries(asJson: boolean): (entry: ActivityEntry) => void {
  const output = new LineOutput(unblocked(), (count) => {
    const what = `${count} lines; npm run logs shows them`;
    return asJson ? JSON.stringify({ kind: "skipped", what }) : `(skipped ${what})`;
  });
  const line = asJson ? JSON.stringify : entryLines(() => lookOf(process.stdout));
  return (entry) => output.print(() => line(entry));
}

/** Node's write to a stopped terminal would keep the process from ending, so it is opened again. */
function unblocked(): number {
  if (!isatty(1)) return 1;
  try {
    return openSync("/proc/self/fd/1", constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 1;
  }
}
