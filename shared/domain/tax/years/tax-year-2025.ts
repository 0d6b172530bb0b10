import type { TaxRules } from "./tax-year.ts";

/** Tax year 2025, each figure with the document that sets it. Amounts are whole US dollars. */
export const taxRules2025: TaxRules = {
  year: 2025,
  /** SSA notice of October 2024. */
  socialSecurityWageBase: 176_100,
  /** Rev. Proc. 2024-40 had $15,000; P.L. 119-21 raised it in July 2025, for the whole year. */
  standardDeduction: 15_750,
  /** Rev. Proc. 2024-40, unmarried individuals. */
  brackets: [
    { above: 0, percent: 10 },
    { above: 11_925, percent: 12 },
    { above: 48_475, percent: 22 },
    { above: 103_350, percent: 24 },
    { above: 197_300, percent: 32 },
    { above: 250_525, percent: 35 },
    { above: 626_350, percent: 37 },
  ],
  /** IRC 224(b), tax years 2025 to 2028; not indexed. */
  tips: { cap: 25_000, phaseOutFrom: 150_000 },
  /** IRS Notice 2025-05: 70 cents. */
  mileage: [{ from: "2025-01-01", tenthsOfCent: 700 }],
  /** IRC 6041A(a) before P.L. 119-21, section 70433. The form is that of April 2025. */
  form1099Nec: { threshold: 600, revision: "April 2025", compensationBox: "1" },
};
