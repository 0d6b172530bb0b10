import type { YearFigures } from "./tax-year.ts";

export const taxYear2026: YearFigures = {
  year: 2026,
  rothIra: {
    value: {
      limit: 7_500n,
      limitAge50Plus: 8_600n,
      // Not indexed for married, separate: IRC 408A(c)(3)(B)(ii)(III).
      phaseOut: {
        single: { startsAt: 153_000n, endsAt: 168_000n },
        head_of_household: { startsAt: 153_000n, endsAt: 168_000n },
        married_joint: { startsAt: 242_000n, endsAt: 252_000n },
        married_separate: { startsAt: 0n, endsAt: 10_000n },
      },
    },
    source: "IRS Notice 2025-67: https://www.irs.gov/pub/irs-drop/n-25-67.pdf",
    published: "2025-11-13",
  },
  socialSecurityWageBase: {
    value: 184_500,
    source: "SSA notice of November 2025 (90 FR)",
    published: "2025-11-03",
  },
  standardDeduction: { value: 16_100, source: "Rev. Proc. 2025-32", published: "2025-10-09" },
  brackets: {
    value: [
      { above: 0, percent: 10 },
      { above: 12_400, percent: 12 },
      { above: 50_400, percent: 22 },
      { above: 105_700, percent: 24 },
      { above: 201_775, percent: 32 },
      { above: 256_225, percent: 35 },
      { above: 640_600, percent: 37 },
    ],
    source: "Rev. Proc. 2025-32, unmarried individuals",
    published: "2025-10-09",
  },
  mileage: {
    value: [
      { from: "2026-01-01", tenthsOfCent: 725 },
      { from: "2026-07-01", tenthsOfCent: 760 },
    ],
    source: "IRS Notice 2026-10; Announcement 2026-11 (IRB 2026-29) for miles driven from July on",
    published: "2026-07-13",
  },
  form1099Nec: {
    value: { threshold: 2_000, revision: "December 2026", compensationBox: "1a" },
    source: "P.L. 119-21, section 70433; the form of December 2026 splits box 1",
    published: "2025-07-04",
  },
};
