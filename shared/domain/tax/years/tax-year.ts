import type { FilingStatus } from "./filing-status.ts";

/** The figures that a year needs, in whole US dollars, by their names in the files of the years. */
type Values = {
  /** The yearly limits of a person's IRAs, and the incomes over which they shrink. */
  rothIra: { limit: bigint; limitAge50Plus: bigint; phaseOut: Ranges };
  /** The contributions that are matched, and the incomes over which the rate falls. */
  saversMatch: { contributions: number; phaseOut: Ranges };
  /** Earnings above this pay no social security tax. */
  socialSecurityWageBase: number;
  /** For a single filer, as are the brackets. */
  standardDeduction: number;
  /** Each rate in percent, and the income above which it applies. */
  brackets: readonly { above: number; percent: number }[];
  /** IRC 224: the largest exemption, and the income above which it shrinks. */
  tips: { cap: number; phaseOutFrom: number };
  /** The standard mileage rate for business from a day on, in tenths of a cent, oldest first. */
  mileage: readonly MileageRate[];
  /** The smallest reported total of payments made in the year, and the layout of that year's form. */
  form1099Nec: { threshold: number; revision: string; compensationBox: "1" | "1a" };
};

/** The sums of a driver are by month, so a rate begins with a month, as each rate of the IRS has. */
export type MileageRate = { from: `${number}-${number}-01`; tenthsOfCent: number };

export type IncomeRange = { startsAt: bigint; endsAt: bigint };
type Ranges = Record<FilingStatus, IncomeRange>;

/** `published`: the day of the document. `fixed`: not indexed, so it holds until a file changes it. */
type Figure<Value> = { value: Value; source: string; published: string; fixed?: true };

export type FigureKey = keyof Values;

/** What is published of a year. A figure that is missing is taken from the newest earlier year. */
export type YearFigures = { year: number } & { [Key in FigureKey]?: Figure<Values[Key]> };

/** The figures that taxes of a driver need. `provisional` names those that are of an earlier year. */
export type TaxRules = Omit<Values, "rothIra" | "saversMatch"> & {
  year: number;
  provisional: readonly string[];
};

export type ValueOf<Key extends FigureKey> = Values[Key];
