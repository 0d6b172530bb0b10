import { plusDays } from "../day.ts";
import type { EventData } from "../event/event-catalogue.ts";
import type { Owner } from "../owner.ts";
import { quarterlyDueDays } from "./tax-dates.ts";
import { type TaxYearSums, taxSummary } from "./tax-summary.ts";
import type { TaxRules } from "./tax-year.ts";

/** A round over all drivers of all accounts, which tells those whom it concerns one thing. */
export type TaxWalk =
  | { event: "tax.quarterly.due"; year: number; q: "Q1" | "Q2" | "Q3" | "Q4"; due: string }
  | { event: "tax.1099.ready"; year: number };

/** One page of a walk: some accounts of the directory's shard, or some drivers of an owner, after the one named. */
export type TaxPage = {
  kind: "tax_page";
  walk: TaxWalk;
  of: { shard: string } | Owner;
  after?: string;
};

/** The same for every try to walk the same round: it is walked once. */
export const walkId = (walk: TaxWalk): string =>
  [walk.event, walk.year, ...("q" in walk ? [walk.q] : [])].join("-");

const DAYS_BEFORE_DUE = 14;
const FORMS_READY = "01-15";
/** A walk that nothing started on its day, for an outage, is started on one of the days after it. */
const DAYS_TO_START = 3;

/** The walks that should be under way on a day. */
export function walksOn(day: string): TaxWalk[] {
  const year = Number(day.slice(0, 4));
  const starts = (first: string) => first <= day && day < plusDays(first, DAYS_TO_START);
  const quarters = [year - 1, year].flatMap((of) =>
    quarterlyDueDays(of)
      .filter(({ due }) => starts(plusDays(due, -DAYS_BEFORE_DUE)))
      .map(({ q, due }): TaxWalk => ({ event: "tax.quarterly.due", year: of, q, due })),
  );
  return starts(`${year}-${FORMS_READY}`)
    ? [...quarters, { event: "tax.1099.ready", year: year - 1 }]
    : quarters;
}

/** Whether a driver has anything to pay with the quarter, by the year so far. */
export const owesQuarter = (sums: TaxYearSums, rules: TaxRules, q: string): boolean =>
  taxSummary(sums, rules).quarterly_estimates.some((quarter) => quarter.q === q && quarter.amount > 0);

/** What the walk's event tells of a driver. It names no amount: events travel further than replies. */
export function eventData(walk: TaxWalk, driver_id: string): EventData<TaxWalk["event"]> {
  if (walk.event === "tax.1099.ready")
    return { object: "tax_document", type: "1099-NEC", driver_id, year: walk.year, status: "available" };
  const { year, q, due } = walk;
  return { object: "quarterly_estimate", driver_id, year, q, due };
}
