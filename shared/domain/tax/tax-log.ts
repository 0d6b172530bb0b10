import { dayOf } from "../day.ts";
import { type Quarter, quarterOf } from "./tax-periods.ts";
import { taxRules } from "./years/tax-rules.ts";
import type { Logged } from "./tax-sums.ts";
import type { TaxRules } from "./years/tax-year.ts";

export type Addition = { year: number; q: Quarter; amounts: Partial<Logged> };

export const additionOn = (date: string, amounts: Partial<Logged>): Addition => ({
  year: Number(date.slice(0, 4)),
  q: quarterOf(date),
  amounts,
});

/** The parameter of a request that breaks a rule, and the rule as the end of "`date` must be ...". */
export type BrokenRule = { param: string; rule: string };

/** Undefined when an entry of that day can be logged. */
export function refusedDay(date: string, now: Date): BrokenRule | undefined {
  if (date > dayOf(now)) return { param: "date", rule: "today or earlier" };
  return rulesOn(date) ? undefined : { param: "date", rule: "in a supported tax year" };
}

export const rulesOn = (date: string): TaxRules | undefined => taxRules(Number(date.slice(0, 4)));

/** A null removes a field, and an undefined one leaves it as it is. */
export function patchedFields<T extends object>(
  entry: T,
  patch: { [K in keyof T]?: T[K] | null | undefined },
): T {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...entry, ...Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])) };
}
