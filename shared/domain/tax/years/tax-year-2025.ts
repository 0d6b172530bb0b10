import type { YearFigures } from "./tax-year.ts";

export const taxYear2025: YearFigures = {
  year: 2025,
  socialSecurityWageBase: { value: 176_100, source: "SSA notice of October 2024", published: "2024-10-10" },
  standardDeduction: {
    value: 15_750,
    source: "P.L. 119-21, for the whole year; Rev. Proc. 2024-40 had $15,000",
    published: "2025-07-04",
  },
  brackets: {
    value: [
      { above: 0, percent: 10 },
      { above: 11_925, percent: 12 },
      { above: 48_475, percent: 22 },
      { above: 103_350, percent: 24 },
      { above: 197_300, percent: 32 },
      { above: 250_525, percent: 35 },
      { above: 626_350, percent: 37 },
    ],
    source: "Rev. Proc. 2024-40, unmarried individuals",
    published: "2024-10-22",
  },
  tips: {
    value: { cap: 25_000, phaseOutFrom: 150_000 },
    source: "IRC 224(b), tax years 2025 to 2028; not indexed",
    published: "2025-07-04",
    fixed: true,
  },
  mileage: {
    value: [{ from: "2025-01-01", tenthsOfCent: 700 }],
    source: "IRS Notice 2025-05",
    published: "2024-12-19",
  },
  form1099Nec: {
    value: { threshold: 600, revision: "April 2025", compensationBox: "1" },
    source: "IRC 6041A(a) before P.L. 119-21, section 70433; the form of April 2025",
    published: "1982-09-03",
  },
};
