import { plusDays } from "../time/day.ts";
import type { StoredAddress } from "../address/stored-address.ts";
import { form1099DueDay } from "../tax/tax-dates.ts";

export type TaxIdentity = {
  first_name: string;
  last_name: string;
  ssn_last4?: string | undefined;
  address?: StoredAddress | undefined;
  occupation?: string | undefined;
};

const YEARS_STORED = 4;

/** The years of which a driver's totals have payouts or a form. */
export function formYears(totals: Readonly<Record<string, unknown>>): number[] {
  const years = Object.entries(totals).flatMap(([name, value]) => {
    const [, kind, year] = /^(paid|form)_(\d{4})$/.exec(name) ?? [];
    return year && (kind === "form" || Number(value) > 0) ? [Number(year)] : [];
  });
  return [...new Set(years)].sort((a, b) => a - b);
}

/** Four years after the last form was due. Undefined: no form to correct, so nothing may be stored. */
export function identityStoredUntil(totals: Readonly<Record<string, unknown>>): string | undefined {
  const years = formYears(totals);
  if (years.length === 0) return undefined;
  const due = form1099DueDay(Math.max(...years));
  const day = `${Number(due.slice(0, 4)) + YEARS_STORED}${due.slice(4)}`;
  return plusDays(day, 0);
}
