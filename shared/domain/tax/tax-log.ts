import { dayOf, plusDays } from "../time/day.ts";
import type { LoggedSums } from "./tax-sums.ts";
import { FIRST_DAY } from "./years/tax-rules.ts";

/** What an entry adds to the sums of its day's period. */
export type Addition = { date: string; amounts: Partial<LoggedSums> };

/** The parameter of a request that breaks a rule, and the rule as the end of "`date` must be ...". */
export type BrokenRule = { param: string; rule: string };

/** Undefined when an entry of that day can be logged. A driver's day can be the next one in UTC. */
export function refusedDay(date: string, now: Date): BrokenRule | undefined {
  if (date < FIRST_DAY) return { param: "date", rule: `${FIRST_DAY} or later` };
  return date > plusDays(dayOf(now), 1) ? { param: "date", rule: "today or earlier" } : undefined;
}
