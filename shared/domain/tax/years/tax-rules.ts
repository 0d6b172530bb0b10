import { published } from "./published.ts";
import type { FigureKey, TaxRules, YearFigures, ValueOf } from "./tax-year.ts";

/** The day from which a driver can log miles and expenses, and its year. */
export const FIRST_DAY = "2024-01-01";
export const FIRST_YEAR = 2024;

/** The names of figures in replies, and the first year that needs each. */
const FIGURES: Record<FigureKey, { name: string; since: number }> = {
  rothIra: { name: "roth_ira_limits", since: 2026 },
  saversMatch: { name: "savers_match", since: 2027 },
  socialSecurityWageBase: { name: "social_security_wage_base", since: FIRST_YEAR },
  standardDeduction: { name: "standard_deduction", since: FIRST_YEAR },
  brackets: { name: "income_tax_brackets", since: FIRST_YEAR },
  tips: { name: "tips_exemption", since: FIRST_YEAR },
  mileage: { name: "mileage_rate", since: FIRST_YEAR },
  form1099Nec: { name: "form_1099_threshold", since: FIRST_YEAR },
};
const figureKeys = Object.keys(FIGURES) as FigureKey[];

export type StatedFigure<Key extends FigureKey> = {
  value: ValueOf<Key>;
  /** The year of the file that has it. */
  year: number;
  source: string;
  published: string;
  isProvisional: boolean;
};

/** The figure of a year, or the newest one before. No figure is guessed. */
export function figureOf<Key extends FigureKey>(
  key: Key,
  year: number,
  years: readonly YearFigures[] = published,
): StatedFigure<Key> {
  const newest = years.findLast((each) => each.year <= year && each[key] !== undefined);
  const figure = newest?.[key];
  if (!newest || !figure) throw new Error(`No figure ${key} of ${year} or before`);
  const { value, source, published: day, fixed = false } = figure;
  const isProvisional = newest.year < year && !fixed;
  return { value: value as ValueOf<Key>, year: newest.year, source, published: day, isProvisional };
}

/** Every year from the first on has rules. A figure that is not published is of the newest earlier year. */
export function taxRules(year: number, years: readonly YearFigures[] = published): TaxRules {
  const provisional: string[] = [];
  const stated = <Key extends FigureKey>(key: Key): ValueOf<Key> => {
    const { value, isProvisional } = figureOf(key, year, years);
    if (isProvisional) provisional.push(FIGURES[key].name);
    return value;
  };
  const mileage = stated("mileage");
  const within = mileage.find(({ from }) => !from.endsWith("-01"))?.from;
  if (within)
    throw new Error(
      `The mileage rate of ${within} begins within a month, and the sums of drivers are by month: enter the first day of a month.`,
    );
  const latest = mileage.slice(-1).map((rate) => ({ ...rate, from: `${year}-01-01` as const }));
  return {
    year,
    socialSecurityWageBase: stated("socialSecurityWageBase"),
    standardDeduction: stated("standardDeduction"),
    brackets: stated("brackets"),
    tips: stated("tips"),
    mileage: figureOf("mileage", year, years).isProvisional ? latest : mileage,
    form1099Nec: stated("form1099Nec"),
    provisional,
  };
}

/** In tenths of a cent a mile. */
export const rateOn = (day: string, { mileage }: TaxRules): number =>
  mileage.findLast(({ from }) => from <= day)?.tenthsOfCent ?? 0;

/** What a reply says that rests on some figures of a year. */
export function provisionalIn({ provisional }: TaxRules, keys: readonly FigureKey[]) {
  const named = keys.map((key) => FIGURES[key].name).filter((name) => provisional.includes(name));
  return { provisional: named.length > 0, provisional_figures: named };
}

/** Of a year, for operators: each figure that it needs. */
export const statedFigures = (year: number) =>
  figureKeys
    .filter((key) => FIGURES[key].since <= year)
    .map((key) => ({ figure: FIGURES[key].name, ...figureOf(key, year) }));

export const missingFigures = (year: number): string[] =>
  statedFigures(year).flatMap(({ figure, isProvisional }) => (isProvisional ? [figure] : []));

/** The IRS publishes a year's figures from October of the year before on. */
const PUBLISHED_FROM = "10-01";

/** The year whose figures must be there on a day: from October on the next one. */
export const yearToPrepare = (day: string): number =>
  Number(day.slice(0, 4)) + (day.slice(5) >= PUBLISHED_FROM ? 1 : 0);
