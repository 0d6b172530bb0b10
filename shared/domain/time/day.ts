import * as z from "zod/mini";

/** A calendar day in UTC, `YYYY-MM-DD`. Days compare as strings. */
export const Day = z.iso.date();

export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

export const monthOf = (day: string): string => day.slice(0, 7);

export const plusDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000));

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

export const daysFrom = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / (24 * 60 * 60 * 1000)) + 1;
