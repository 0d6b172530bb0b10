import type { TaxRules } from "./tax-year.ts";

/** Whole US dollars, each with its source. Two exports: the Roth estimate bundles one. */
export const taxYear2026 = {
  year: 2026,
  rothIra: {
    /** IRS Notice 2025-67: $7,500, and $1,100 more from age 50. */
    limit: 7_500n,
    limitAge50Plus: 8_600n,
    /** IRS Notice 2025-67. Not indexed for married, separate: IRC 408A(c)(3)(B)(ii)(III). */
    phaseOut: {
      single: { startsAt: 153_000n, endsAt: 168_000n },
      head_of_household: { startsAt: 153_000n, endsAt: 168_000n },
      married_joint: { startsAt: 242_000n, endsAt: 252_000n },
      married_separate: { startsAt: 0n, endsAt: 10_000n },
    },
  },
} as const;

export const taxRules2026: TaxRules = {
  year: 2026,
  /** SSA notice of November 2025 (90 FR). */
  socialSecurityWageBase: 184_500,
  /** Rev. Proc. 2025-32, unmarried individuals; the brackets too. */
  standardDeduction: 16_100,
  brackets: [
    { above: 0, percent: 10 },
    { above: 12_400, percent: 12 },
    { above: 50_400, percent: 22 },
    { above: 105_700, percent: 24 },
    { above: 201_775, percent: 32 },
    { above: 256_225, percent: 35 },
    { above: 640_600, percent: 37 },
  ],
  /** IRC 224(b), tax years 2025 to 2028; not indexed. */
  tips: { cap: 25_000, phaseOutFrom: 150_000 },
  /** IRS Notice 2026-10: 72.5 cents. Announcement 2026-11: 76 cents for miles driven from July on. */
  mileage: [
    { from: "2026-01-01", tenthsOfCent: 725 },
    { from: "2026-07-01", tenthsOfCent: 760 },
  ],
  /** P.L. 119-21, section 70433, for payments made after 2025. The form of December 2026 splits box 1. */
  form1099Nec: { threshold: 2_000, revision: "December 2026", compensationBox: "1a" },
};
