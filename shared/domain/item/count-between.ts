import { firstIdAfter, instantOf, lastIdBefore } from "./ids.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The lowest and the highest id of a range; absent: without an end. */
export type IdRange = { from?: string | undefined; to?: string | undefined };

type Counting = {
  prefix: string;
  days: (first: string | undefined, last: string | undefined) => Promise<number>;
  oneByOne: (range: IdRange) => Promise<number>;
};

/** Whole days from running counts. Of a partial day, the shorter part is counted one by one. */
export async function countBetween(
  { from, to: before }: IdRange,
  { prefix, days, oneByOne }: Counting,
): Promise<number> {
  if (from !== undefined && isPastAll(from)) return 0;
  const to = before !== undefined && isPastAll(before) ? undefined : before;
  if (from !== undefined && to !== undefined && from > to) return 0;
  const start = from === undefined ? undefined : instantOf(from).getTime();
  // Exclusive.
  const end = to === undefined ? undefined : instantOf(to).getTime() + 1;
  if (start !== undefined && end !== undefined && isWithinOneDay(start, end) && end - start <= DAY_MS / 2)
    return oneByOne({ from, to });

  const between = (since: number, until: number) =>
    since === until ? 0 : oneByOne({ from: lowestAt(prefix, since), to: highestBefore(prefix, until) });
  const oneDay = start !== undefined && end !== undefined && isWithinOneDay(start, end);
  const head = start === undefined ? whole : edge(start - midnight(start), oneDay);
  const tail = end === undefined ? whole : edge(nextMidnight(end) - end, oneDay);
  const first = start === undefined ? undefined : midnight(start) + (head.adds ? DAY_MS : 0);
  const last = end === undefined ? undefined : nextMidnight(end) - (tail.adds ? DAY_MS : 0);
  const sums = await Promise.all([
    first !== undefined && last !== undefined && first >= last ? 0 : days(nameOf(first), nameOf(last, -1)),
    start === undefined
      ? 0
      : head.adds
        ? between(start, midnight(start) + DAY_MS)
        : between(midnight(start), start),
    end === undefined
      ? 0
      : tail.adds
        ? between(nextMidnight(end) - DAY_MS, end)
        : between(end, nextMidnight(end)),
  ]);
  const [inDays = 0, atStart = 0, atEnd = 0] = sums;
  return inDays + (head.adds ? atStart : -atStart) + (tail.adds ? atEnd : -atEnd);
}

/** The names of days after the year 9999 sort before those of all others. */
const isPastAll = (id: string) => instantOf(id).getTime() >= Date.parse("9999-12-31T00:00:00Z");

/** `outside`: the milliseconds of the partial day that the range leaves out. */
const edge = (outside: number, oneDay: boolean) => ({ adds: !oneDay && outside > DAY_MS / 2 });
const whole = { adds: false };

const midnight = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;
/** The end of the day before an exclusive end. */
const nextMidnight = (ms: number) => Math.ceil(ms / DAY_MS) * DAY_MS;
const isWithinOneDay = (start: number, end: number) => midnight(start) === midnight(end - 1);

const nameOf = (ms: number | undefined, days = 0) =>
  ms === undefined ? undefined : new Date(ms + days * DAY_MS).toISOString().slice(0, 10);

const lowestAt = (prefix: string, ms: number) => firstIdAfter(prefix, new Date(ms - 1).toISOString());
const highestBefore = (prefix: string, ms: number) => lastIdBefore(prefix, new Date(ms).toISOString());
