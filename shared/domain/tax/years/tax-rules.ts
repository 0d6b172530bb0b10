import type { TaxRules } from "./tax-year.ts";
import { taxRules2025 } from "./tax-year-2025.ts";
import { taxRules2026 } from "./tax-year-2026.ts";

const years = new Map<number, TaxRules>([taxRules2025, taxRules2026].map((rules) => [rules.year, rules]));

/** Undefined for a year whose figures are not entered here, as no figure is guessed. */
export const taxRules = (year: number): TaxRules | undefined => years.get(year);

export const taxYears: readonly number[] = [...years.keys()];
