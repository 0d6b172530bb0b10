import { plusDays } from "../day.ts";
import type { StoredAddress } from "../stored-address.ts";
import { form1099DueDay } from "../tax/tax-dates.ts";

export type TaxIdentity = {
  first_name: string;
  last_name: string;
  ssn_last4?: string | undefined;
  address?: StoredAddress | undefined;
};

const YEARS_STORED = 4;

const formYears = (totals: Readonly<Record<string, unknown>>): number[] =>
  Object.entries(totals).flatMap(([name, value]) => {
    const [, kind, year] = /^(paid|form)_(\d{4})$/.exec(name) ?? [];
    return year && (kind === "form" || Number(value) > 0) ? [Number(year)] : [];
  });

/** Four years after the last form was due. Undefined: no form to correct, so nothing may be stored. */
export function identityStoredUntil(totals: Readonly<Record<string, unknown>>): string | undefined {
  const years = formYears(totals);
  if (years.length === 0) return undefined;
  const due = form1099DueDay(Math.max(...years));
  const day = `${Number(due.slice(0, 4)) + YEARS_STORED}${due.slice(4)}`;
  return plusDays(day, 0);
}
