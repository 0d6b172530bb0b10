import { plusDays, weekdayOf } from "../time/day.ts";
import type { Quarter } from "./tax-periods.ts";

export const quarterlyDueDays = (year: number) =>
  [
    { q: "Q1", due: onBusinessDay(`${year}-04-15`) },
    { q: "Q2", due: onBusinessDay(`${year}-06-15`) },
    { q: "Q3", due: onBusinessDay(`${year}-09-15`) },
    { q: "Q4", due: onBusinessDay(`${year + 1}-01-15`) },
  ] as const;

export const dueDayOf = (year: number, quarter: Quarter): string =>
  quarterlyDueDays(year).find(({ q }) => q === quarter)?.due ?? "";

/** The due day of a 1099-NEC, for its recipient and the IRS (IRC 6071(c)). */
export const form1099DueDay = (year: number): string => onBusinessDay(`${year + 1}-01-31`);

/**
 * Or the next day that is no Saturday, Sunday or legal holiday in the District of Columbia (IRC 7503). Only
 * King's birthday and Emancipation Day can fall on a due day.
 */
function onBusinessDay(day: string): string {
  const isWeekend = weekdayOf(day) === 0 || weekdayOf(day) === 6;
  return isWeekend || isKingDay(day) || isEmancipationDay(day) ? onBusinessDay(plusDays(day, 1)) : day;
}

/** The third Monday of January. */
const isKingDay = (day: string) => /-01-(1[5-9]|2[01])$/.test(day) && weekdayOf(day) === 1;

/** 16 April; observed on the Friday before when it is a Saturday, on the Monday after when it is a Sunday. */
function isEmancipationDay(day: string): boolean {
  const weekday = weekdayOf(day);
  if (day.endsWith("-04-16")) return true;
  return (day.endsWith("-04-15") && weekday === 5) || (day.endsWith("-04-17") && weekday === 1);
}
