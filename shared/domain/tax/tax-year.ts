/** What a driver's taxes depend on and what changes with the year. Amounts are whole US dollars. */
export type TaxRules = {
  year: number;
  /** Earnings above this pay no social security tax. */
  socialSecurityWageBase: number;
  /** For a single filer, as are the brackets. */
  standardDeduction: number;
  /** Each rate, in percent, and the income above which it is due. */
  brackets: readonly { above: number; percent: number }[];
  /** IRC 224: the most that tips exempt, and the income from which that shrinks. */
  tips: { cap: number; phaseOutFrom: number };
  /** The standard mileage rate for business from a day on, in tenths of a cent, oldest first. */
  mileage: readonly { from: string; tenthsOfCent: number }[];
  /** The least that is reported of payments made in the year, and how that year's form is laid out. */
  form1099Nec: { threshold: number; revision: string; compensationBox: "1" | "1a" };
};
