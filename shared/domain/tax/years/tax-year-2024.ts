import type { YearFigures } from "./tax-year.ts";

export const taxYear2024: YearFigures = {
  year: 2024,
  socialSecurityWageBase: { value: 168_600, source: "SSA notice of October 2023", published: "2023-10-12" },
  standardDeduction: { value: 14_600, source: "Rev. Proc. 2023-34", published: "2023-11-09" },
  brackets: {
    value: [
      { above: 0, percent: 10 },
      { above: 11_600, percent: 12 },
      { above: 47_150, percent: 22 },
      { above: 100_525, percent: 24 },
      { above: 191_950, percent: 32 },
      { above: 243_725, percent: 35 },
      { above: 609_350, percent: 37 },
    ],
    source: "Rev. Proc. 2023-34, unmarried individuals",
    published: "2023-11-09",
  },
  tips: {
    value: { cap: 0, phaseOutFrom: 150_000 },
    source: "IRC 224 begins with tax year 2025",
    published: "2025-07-04",
  },
  mileage: {
    value: [{ from: "2024-01-01", tenthsOfCent: 670 }],
    source: "IRS Notice 2024-08",
    published: "2023-12-14",
  },
  form1099Nec: {
    value: { threshold: 600, revision: "January 2024", compensationBox: "1" },
    source: "IRC 6041A(a) before P.L. 119-21",
    published: "1982-09-03",
  },
};
