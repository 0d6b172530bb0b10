import type { YearFigures } from "./tax-year.ts";

export const taxYear2027: YearFigures = {
  year: 2027,
  socialSecurityWageBase: { value: 192_300, source: "SSA notice of October 2026", published: "2026-10-26" },
  saversMatch: {
    value: {
      contributions: 2_000,
      phaseOut: {
        single: { startsAt: 20_500n, endsAt: 35_500n },
        head_of_household: { startsAt: 30_750n, endsAt: 53_250n },
        married_joint: { startsAt: 41_000n, endsAt: 71_000n },
        married_separate: { startsAt: 20_500n, endsAt: 35_500n },
      },
    },
    source: "26 U.S.C. 6433(a)(1), (b)(3): heads of household 3/4 of joint, others half; indexed from 2028",
    published: "2022-12-29",
  },
};
