/** IRC 6654(d)(2). `factor` makes a year of the sums through the period's end: 4, 2.4, 1.5 and 1. */
export const taxPeriods = {
  Q1: { from: "01-01", to: "03-31", factor: [4, 1] },
  Q2: { from: "04-01", to: "05-31", factor: [12, 5] },
  Q3: { from: "06-01", to: "08-31", factor: [3, 2] },
  Q4: { from: "09-01", to: "12-31", factor: [1, 1] },
} as const;

export type Quarter = keyof typeof taxPeriods;

export const quarters = Object.keys(taxPeriods) as Quarter[];

/** The quarter whose period contains the day. */
export const quarterOf = (day: string): Quarter =>
  quarters.find((q) => day.slice(5) <= taxPeriods[q].to) ?? "Q4";
