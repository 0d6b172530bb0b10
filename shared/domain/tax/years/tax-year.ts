export type TaxRules = {
  year: number;
  /** Earnings above this pay no social security tax. */
  socialSecurityWageBase: number;
  /** For a single filer, as are the brackets. */
  standardDeduction: number;
  /** Each rate in percent, and the income above which it applies. */
  brackets: readonly { above: number; percent: number }[];
  /** IRC 224: the largest exemption, and the income above which it shrinks. */
  tips: { cap: number; phaseOutFrom: number };
  /** The standard mileage rate for business from a day on, in tenths of a cent, oldest first. */
  mileage: readonly { from: string; tenthsOfCent: number }[];
  /** The smallest reported total of payments made in the year, and the layout of that year's form. */
  form1099Nec: { threshold: number; revision: string; compensationBox: "1" | "1a" };
};
