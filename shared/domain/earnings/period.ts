import * as z from "zod/mini";
import { Day, dayOf, daysFrom, plusDays, weekdayOf } from "../time/day.ts";

/** UTC days, the first and the last included. */
export type Period = { from: string; to: string };

export const MAX_DAYS = 366;
/** Of the dashboard's CSV file. More would take longer than a request may. */
export const MAX_DRIVERS_OF_FILE = 1_000;
const RANGE = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/** The current calendar day, ISO week, month or year to date; or any range of days, such as a quarter. */
export const PeriodName = z.string().check(
  z.regex(
    /^(today|week|month|year|\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2})$/,
    "`today`, `week`, `month`, `year` or a range such as 2026-07-01..2026-09-30",
  ),
  z.check(({ value, issues }) => {
    const message = faultOf(value);
    if (message) issues.push({ code: "invalid_format", format: "range", input: value, message });
  }),
);

export function periodOf(name: string, now: Date): Period {
  const [, from, last] = RANGE.exec(name) ?? [];
  if (from && last) return { from, to: last };
  const to = dayOf(now);
  return { from: firstDay(name, to), to };
}

/** A whole calendar year, past or current. */
export const yearPeriod = (year: number): Period => ({ from: `${year}-01-01`, to: `${year}-12-31` });

export const includes = ({ from, to }: Period, day: string): boolean => from <= day && day <= to;

function firstDay(name: string, today: string): string {
  if (name === "week") return plusDays(today, -((weekdayOf(today) + 6) % 7));
  if (name === "month") return `${today.slice(0, 7)}-01`;
  if (name === "year") return `${today.slice(0, 4)}-01-01`;
  return today;
}

function faultOf(name: string): string | undefined {
  const [, from, to] = RANGE.exec(name) ?? [];
  if (!from || !to) return undefined;
  if (![from, to].every((day) => Day.safeParse(day).success)) return "a range of two valid dates";
  if (from > to) return "a range that ends on or after its first day";
  return daysFrom(from, to) > MAX_DAYS ? `a range of at most ${MAX_DAYS} days` : undefined;
}
