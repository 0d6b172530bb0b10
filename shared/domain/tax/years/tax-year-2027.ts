import type { TaxRules } from "./tax-year.ts";

/** What a law sets without indexing, in US dollars. The IRS publishes the rest from October 2026 on. */
export const taxYear2027 = {
  year: 2027,
  /** 26 U.S.C. 6433(a)(1), (b)(3): heads of household 3/4 of joint, others half. Indexed from 2028. */
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
