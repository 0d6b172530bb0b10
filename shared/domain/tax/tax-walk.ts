import { plusDays } from "../time/day.ts";
import type { DayPlace } from "../ledger/settlement.ts";
import type { Owner } from "../item/owner.ts";
import { quarterlyEstimates } from "./quarterly-estimates.ts";
import { dueDayOf, quarterlyDueDays } from "./tax-dates.ts";
import type { Quarter } from "./tax-periods.ts";
import type { TaxSums } from "./tax-sums.ts";
import type { TaxRules } from "./years/tax-year.ts";

export type TaxWalk = QuarterWalk | { event: "tax.1099.ready"; year: number };
export type StatementWalk = { event: "savings.statement"; year: number };
/** Reads the earnings of each connection, sends contributions and asks about sent ones, or freezes days. */
type DayWalk = Daily<"earnings.synced"> | Daily<"contribution.settled"> | Daily<"settlement.frozen">;
type Daily<Event> = { event: Event; day: string };
export type QuarterWalk = { event: "tax.quarterly.due"; year: number; q: Quarter; due: string };

/** Some accounts of a directory shard, or some drivers or days of an owner, after `after`. */
export type TaxPage = {
  kind: "tax_page";
  walk: TaxWalk | StatementWalk | DayWalk;
  of: { shard: string } | Owner;
  after?: string;
  day?: DayPlace;
};

/** The same id for every attempt to start the same walk, so it runs once. */
export const walkId = (walk: TaxPage["walk"]): string =>
  "day" in walk
    ? `${walk.event}-${walk.day}`
    : [walk.event, walk.year, ...("q" in walk ? [walk.q] : [])].join("-");

const DAYS_BEFORE_DUE = 14;
const FORMS_READY = "01-15";
/** The forms wait for the threshold of their year. A walk is known for longer, so none runs twice. */
const DAYS_FOR_FORMS = 75;
/** What a year's payouts saved has left by then. */
const STATEMENTS_READY = "01-10";
/** An outage can prevent a walk from starting on its day. It then starts on one of the days after. */
const DAYS_TO_START = 3;

export function walksOn(day: string): (TaxWalk | StatementWalk)[] {
  const year = Number(day.slice(0, 4));
  const starts = (first: string, days = DAYS_TO_START) => first <= day && day < plusDays(first, days);
  const quarters = [year - 1, year].flatMap((of) =>
    quarterlyDueDays(of)
      .filter(({ due }) => starts(plusDays(due, -DAYS_BEFORE_DUE)))
      .map(({ q, due }): TaxWalk => ({ event: "tax.quarterly.due", year: of, q, due })),
  );
  return [
    ...quarters,
    ...(starts(`${year}-${STATEMENTS_READY}`)
      ? [{ event: "savings.statement" as const, year: year - 1 }]
      : []),
    ...(starts(`${year}-${FORMS_READY}`, DAYS_FOR_FORMS)
      ? [{ event: "tax.1099.ready" as const, year: year - 1 }]
      : []),
  ];
}

/** Whether a driver owes anything for the quarter, by the figures of the tax summary on that day. */
export const owesQuarter = (
  periods: readonly TaxSums[],
  rules: TaxRules,
  quarter: Quarter,
  today: string,
): boolean => quarterlyEstimates(periods, rules, today).some(({ q, amount }) => q === quarter && amount > 0);

/** The event's data for one driver. They have no amounts, because a receiver may log events. */
export const quarterlyDue = (year: number, q: Quarter, driver_id: string) => ({
  object: "quarterly_estimate" as const,
  driver_id,
  year,
  q,
  due: dueDayOf(year, q),
});
