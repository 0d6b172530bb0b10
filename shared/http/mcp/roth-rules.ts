import { taxYear2026 } from "../../domain/tax/tax-year-2026.ts";

const { year, rothIra } = taxYear2026;

const dollars = (amount: bigint) => `$${amount.toLocaleString("en-US")}`;

const FILING: Record<keyof typeof rothIra.phaseOut, string> = {
  single: "Single (`single`)",
  head_of_household: "Head of household (`head_of_household`)",
  married_joint: "Married filing jointly (`married_joint`)",
  married_separate:
    "Married filing separately, living together at some time in the year (`married_separate`)",
};

/** The year's rules in Markdown, each with the document that sets it. The figures are those that the estimate uses. */
export const rothRules = (): string => `# Roth IRA contributions, tax year ${year}

Educational; not investment, tax or legal advice.

- Limit below age 50: ${dollars(rothIra.limit)}. From age 50: ${dollars(rothIra.limitAge50Plus)}. The limit is shared with a person's other IRAs, and nobody may contribute more than their taxable compensation.
- Between the two ends of the range below, the limit shrinks in proportion to income, is rounded up to the next $10, and is at least $200. At or above the end nothing may be contributed.
- Contributions above the limit are taxed 6% for each year they stay.

| Filing status | Starts to shrink at MAGI | Ends at MAGI |
| --- | --- | --- |
${Object.entries(rothIra.phaseOut)
  .map(
    ([status, { startsAt, endsAt }]) =>
      `| ${FILING[status as keyof typeof FILING]} | ${dollars(startsAt)} | ${dollars(endsAt)} |`,
  )
  .join("\n")}

Sources:

- IRS Notice 2025-67, the year's amounts: https://www.irs.gov/pub/irs-drop/n-25-67.pdf
- IRS Publication 590-A, worksheet 2-2: https://www.irs.gov/publications/p590a
- 26 U.S.C. 408A(c)(3), the rule itself: https://www.law.cornell.edu/uscode/text/26/408A
`;
