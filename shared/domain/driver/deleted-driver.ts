import { plusDays } from "../day.ts";
import { form1099DueDay } from "../tax/tax-dates.ts";

/** The identity that a tax form shows. */
export type TaxIdentity = { first_name: string; last_name: string; ssn_last4?: string | undefined };

const YEARS_STORED = 4;

/** The tax years in which a driver was paid, by the names of their sums. */
const paidYears = (totals: Readonly<Record<string, unknown>>): number[] =>
  Object.entries(totals).flatMap(([name, sum]) => {
    const [, year] = /^paid_(\d{4})$/.exec(name) ?? [];
    return year && Number(sum) > 0 ? [Number(year)] : [];
  });

/**
 * The last day on which a deleted driver's identity may be stored: four years after the last form was due.
 * Undefined when there is no form to correct, so nothing may be stored.
 */
export function identityStoredUntil(totals: Readonly<Record<string, unknown>>): string | undefined {
  const years = paidYears(totals);
  if (years.length === 0) return undefined;
  const due = form1099DueDay(Math.max(...years));
  const day = `${Number(due.slice(0, 4)) + YEARS_STORED}${due.slice(4)}`;
  return plusDays(day, 0);
}
