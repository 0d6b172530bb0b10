import { taxRules2026, taxYear2026 } from "./tax-year-2026.ts";
import { taxRules2027, taxYear2027 } from "./tax-year-2027.ts";

/** Every figure that a year needs, by its name in the year's table, and the first year that has it. */
const FIGURES = {
  rothIra: 2026,
  saversMatch: 2027,
  socialSecurityWageBase: 2025,
  standardDeduction: 2025,
  brackets: 2025,
  tips: 2025,
  mileage: 2025,
  form1099Nec: 2025,
};
type Figure = keyof typeof FIGURES;

const tables: readonly ({ year: number } & Partial<Record<Figure, unknown>>)[] = [
  { ...taxRules2026, ...taxYear2026 },
  { ...taxRules2027, ...taxYear2027 },
];

export function missingFigures(year: number): Figure[] {
  const table = tables.find((each) => each.year === year);
  return (Object.keys(FIGURES) as Figure[]).filter(
    (name) => FIGURES[name] <= year && table?.[name] === undefined,
  );
}

/** The IRS publishes a year's figures from October of the year before on. */
const PUBLISHED_FROM = "10-01";

/** The year whose figures must be there on a day: from October on the next one. */
export const yearToPrepare = (day: string): number =>
  Number(day.slice(0, 4)) + (day.slice(5) >= PUBLISHED_FROM ? 1 : 0);
