import { plusDays, weekdayOf } from "../time/day.ts";

/**
 * On which Fedwire and FedACH are closed, by Federal Reserve Banks' Holiday Schedules (frbservices.org). One
 * that falls on a Sunday is observed on Monday. One that falls on a Saturday moves nothing.
 */
const FIXED = ["01-01", "06-19", "07-04", "11-11", "12-25"];
/** Month, weekday (0 is Sunday) and its place in the month. The last one has -1. */
const FLOATING = [
  ["01", 1, 3],
  ["02", 1, 3],
  ["05", 1, -1],
  ["09", 1, 1],
  ["10", 1, 2],
  ["11", 4, 4],
] as const;

function isFloating(day: string): boolean {
  const place = Math.ceil(Number(day.slice(8)) / 7);
  const isLast = plusDays(day, 7).slice(5, 7) !== day.slice(5, 7);
  return FLOATING.some(
    ([month, weekday, nth]) =>
      day.slice(5, 7) === month && weekdayOf(day) === weekday && (nth === -1 ? isLast : place === nth),
  );
}

/**
 * Whether banks settle ACH entries on a day.
 *
 * @example
 * isBankingDay("2026-11-26"); // => false
 * isBankingDay("2026-07-03"); // => true
 * isBankingDay("2027-07-05"); // => false
 */
export function isBankingDay(day: string): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6 || FIXED.includes(day.slice(5)) || isFloating(day)) return false;
  return weekday !== 1 || !FIXED.includes(plusDays(day, -1).slice(5));
}

/**
 * The banking day that is so many after a day.
 *
 * @example
 * bankingDayAfter("2026-11-25", 1); // => "2026-11-27"
 */
export function bankingDayAfter(day: string, days: number): string {
  let at = day;
  for (let left = days; left > 0; ) {
    at = plusDays(at, 1);
    if (isBankingDay(at)) left--;
  }
  return at;
}

/** Made at the first use: most functions that have it in their bundle make no payout. */
let newYork: Intl.DateTimeFormat | undefined;

/** The day and the time, such as `14:00`, that clocks in New York show. The Federal Reserve's time. */
function newYorkTime(instant: Date): { day: string; time: string } {
  newYork ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/New_York",
    dateStyle: "short",
    timeStyle: "short",
  });
  const [day = "", time = ""] = newYork.format(instant).split(" ");
  return { day, time };
}

/** New York is four or five hours behind UTC. Banks' times are never in the hour that a change skips. */
export function instantInNewYork(day: string, time: string): Date {
  const summer = new Date(`${day}T${time}:00-04:00`);
  return newYorkTime(summer).time === time ? summer : new Date(`${day}T${time}:00-05:00`);
}

/** A bank takes files until these times of a banking day. `at`: the instant. */
export type CutOff = { day: string; time: string; at: Date };

/** Between two banking days are at most four others. */
const LONGEST_PAUSE = 5;

/** The cut-offs of the days around an instant, oldest first. */
function cutOffsAround(now: Date, times: readonly string[]): CutOff[] {
  const today = newYorkTime(now).day;
  const days = Array.from({ length: 2 * LONGEST_PAUSE + 1 }, (_, i) => plusDays(today, i - LONGEST_PAUSE));
  return days
    .filter(isBankingDay)
    .flatMap((day) => times.toSorted().map((time) => ({ day, time, at: instantInNewYork(day, time) })));
}

/** The day that clocks in New York show. */
export const bankDayOf = (instant: Date): string => newYorkTime(instant).day;

/** The first cut-off after an instant. */
export function nextCutOff(now: Date, times: readonly string[]): CutOff {
  const next = cutOffsAround(now, times).find(({ at }) => at > now);
  if (!next) throw new Error("A bank has a cut-off within five days");
  return next;
}

/** The last cut-off that is not after an instant. */
export function lastCutOff(now: Date, times: readonly string[]): CutOff {
  const last = cutOffsAround(now, times).findLast(({ at }) => at <= now);
  if (!last) throw new Error("A bank had a cut-off within five days");
  return last;
}

/** An entry without a return counts as paid at this time of its effective day. */
export const paidAt = (effectiveDay: string): Date => instantInNewYork(effectiveDay, "17:00");
