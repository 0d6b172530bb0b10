import type { TaxRules } from "./tax-year.ts";

/**
 * The figures of 2027 that are known: those that a law sets without indexing. The IRS publishes the others
 * from October 2026 on. {@link missingFigures} names them. Amounts are whole US dollars.
 */
export const taxYear2027 = {
  year: 2027,
  /**
   * 26 U.S.C. 6433(a)(1) and (b)(3), for tax years that begin after 2026. A head of household has three
   * quarters of the joint amounts, and others have half. Subsection (h) indexes them from 2028 on.
   */
  saversMatch: {
    contributions: 2_000,
    phaseOut: {
      single: { startsAt: 20_500n, endsAt: 35_500n },
      head_of_household: { startsAt: 30_750n, endsAt: 53_250n },
      married_joint: { startsAt: 41_000n, endsAt: 71_000n },
      married_separate: { startsAt: 20_500n, endsAt: 35_500n },
    },
  },
} as const;

export const taxRules2027: Partial<TaxRules> = {
  year: 2027,
  /** IRC 224(b), tax years 2025 to 2028; not indexed. */
  tips: { cap: 25_000, phaseOutFrom: 150_000 },
};
