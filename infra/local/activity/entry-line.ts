import type { ActivityEntry } from "./activity.ts";
import { printable } from "./shown-text.ts";

type Look = { columns: number; colour: boolean };

const KIND = 8;
const MS = 6;
const ID = 8;
const SHORT_RESULT = 9;
/** As long as "429 burst_limit_exceeded" and a little. A longer result is cut. */
const LONG_RESULT = 27;

/** The day has a line of its own where it changes, since a fast clock passes many. */
export function entryLines(look: () => Look): (entry: ActivityEntry) => string {
  let day = "";
  return (entry) => {
    const before = day;
    const now = look();
    day = entry.at.slice(0, 10);
    return `${day === before ? "" : `${dim(day, now.colour)}\n`}${lineOf(entry, now)}`;
  };
}

function lineOf(
  { at, kind, what, result, failed, ms, request }: ActivityEntry,
  { columns, colour }: Look,
): string {
  const time = at.slice(11, 19);
  // A developer needs all of it.
  if (kind === "mistake")
    return [dim(time, colour), kind.padEnd(KIND), printable(what), printable(result)].join(" ").trimEnd();
  const shown = cut(printable(result), LONG_RESULT);
  const width = Math.max(SHORT_RESULT, shown.length);
  const room = Math.max(12, Math.min(columns, 120) - time.length - KIND - MS - ID - 5 - width);
  const outcome = shown.padEnd(width);
  const cells = [
    dim(time, colour),
    cut(printable(kind), KIND).padEnd(KIND),
    cut(printable(what), room).padEnd(room),
    failed && colour ? `\x1b[31m${outcome}\x1b[39m` : outcome,
    (ms === undefined ? "" : durationOf(ms)).padStart(MS),
    // The start of an id is enough to find it.
    dim((request ?? "").slice(0, ID), colour),
  ];
  return cells.join(" ").trimEnd();
}

const durationOf = (ms: number) => (ms < 9_999 ? `${Math.round(ms)}ms` : `${Math.round(ms / 1000)}s`);

const dim = (text: string, colour: boolean) => (colour ? `\x1b[2m${text}\x1b[22m` : text);

/** The start of a path says what it is, and its end says which one: the middle goes. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.floor((length - 1) / 3);
  return `${text.slice(0, length - 1 - end)}…${end > 0 ? text.slice(-end) : ""}`;
}

export const lookOf = ({ isTTY, columns = 80 }: { isTTY?: boolean; columns?: number }): Look => ({
  columns,
  colour: isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb",
});
