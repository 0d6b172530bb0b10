import { grouped } from "../../domain/money/cents.ts";
import { rothLimits } from "../../domain/tax/eligibility.ts";
import { matchRule, saversMatchDisclaimer } from "../../domain/tax/savers-match.ts";
import type { FilingStatus } from "../../domain/tax/years/filing-status.ts";
import type { IncomeRange } from "../../domain/tax/years/tax-year.ts";

const dollars = (amount: bigint) => `$${grouped(amount)}`;

const FILING: Record<FilingStatus, string> = {
  single: "Single (`single`)",
  head_of_household: "Head of household (`head_of_household`)",
  married_joint: "Married filing jointly (`married_joint`)",
  married_separate:
    "Married filing separately, lived with spouse at any time during the year (`married_separate`)",
};

const ranges = (by: Record<FilingStatus, IncomeRange>): string =>
  [
    "| Filing status | Phase-out starts at MAGI | Phase-out ends at MAGI |",
    "| --- | --- | --- |",
    ...Object.entries(by).map(
      ([status, { startsAt, endsAt }]) =>
        `| ${FILING[status as FilingStatus]} | ${dollars(startsAt)} | ${dollars(endsAt)} |`,
    ),
  ].join("\n");

/** The year's rules and their sources in Markdown. The figures are those of the eligibility estimate. */
export function rothRules(now: Date): string {
  const { year, source, limit, limitAge50Plus, phaseOut } = rothLimits(now);
  const match = matchRule(now);
  return `# Roth IRA contributions, tax year ${year}

Educational only. Not investment, tax or legal advice.

- Limit under age 50: ${dollars(limit)}. Age 50 or older: ${dollars(limitAge50Plus)}. The limit covers all of a person's IRAs together, and can't exceed their taxable compensation.
- Inside the phase-out range below, the limit shrinks in proportion to income. It is rounded up to the next $10 and is at least $200. At or above the end of the range, no contribution is allowed.
- Contributions above the limit are taxed at 6% for each year they stay in the account.

${ranges(phaseOut)}

## Saver's Match, tax year ${match.year}

The rate is 50% up to the start of the range. Inside the range it falls with income, a whole point at a time, to zero at its end.

${ranges(match.phaseOut)}

${saversMatchDisclaimer(match)}

Sources:

- The amounts of ${year}: ${source}
- IRS Publication 590-A (worksheet 2-2): https://www.irs.gov/publications/p590a
- 26 U.S.C. 408A(c)(3) (the law): https://www.law.cornell.edu/uscode/text/26/408A
- 26 U.S.C. 6433 (the match): https://www.law.cornell.edu/uscode/text/26/6433
`;
}
