import { dayOf } from "../domain/time/day.ts";
import { yearPeriod } from "../domain/earnings/period.ts";
import { ONLY } from "../domain/event/event.ts";
import { quarterDue } from "../domain/event/tax-events.ts";
import type { Owner } from "../domain/item/owner.ts";
import { taxSums } from "../domain/tax/tax-sums.ts";
import { owesQuarter, quarterlyDue, type QuarterWalk } from "../domain/tax/tax-walk.ts";
import { taxRules } from "../domain/tax/years/tax-rules.ts";
import { type DriverYear, yearOf } from "../store/driver/driver-years.ts";
import { listDriversAfter } from "../store/driver/drivers.ts";
import { findEarnings } from "../store/earnings/earnings.ts";
import { emitWrite } from "../store/event/events.ts";
import { WALK_PAGE, type WalkJob } from "./job.ts";

/** An event for each driver who owes something for the quarter. */
export const quartersJob: WalkJob<QuarterWalk> = {
  async page({ walk, owner, after }, now) {
    const years = (await listDriversAfter(owner, after, WALK_PAGE)).map((items) => yearOf(items, walk.year));
    const reached = years.at(-1)?.driver.id;
    if (reached === undefined) return { done: "empty" };
    const owing = await Promise.all(years.map((year) => owes(walk, owner, year, now)));
    const events = years
      .filter((_, i) => owing[i])
      .map(({ driver }) => ({ ...quarterlyDue(walk.year, walk.q, driver.id), sequence: ONLY }));
    return {
      done: `${years.length} drivers, ${events.length} events`,
      reached,
      isFull: years.length === WALK_PAGE,
      writes: events.map((event) => emitWrite(owner, quarterDue, event)),
    };
  },
};

async function owes(walk: QuarterWalk, owner: Owner, { driver, logged }: DriverYear, now: Date) {
  const rules = taxRules(walk.year);
  const months = await findEarnings(owner, driver.id, yearPeriod(walk.year));
  return owesQuarter(taxSums(rules, months, logged), rules, walk.q, dayOf(now));
}
