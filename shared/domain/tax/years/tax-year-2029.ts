import type { YearFigures } from "./tax-year.ts";

export const taxYear2029: YearFigures = {
  year: 2029,
  tips: {
    value: { cap: 0, phaseOutFrom: 150_000 },
    source: "IRC 224(h): the deduction ends with tax year 2028",
    published: "2025-07-04",
    fixed: true,
  },
};
