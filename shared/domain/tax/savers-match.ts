import type { Decimal } from "../decimal.ts";
import type { FilingStatus } from "./years/filing-status.ts";
import { taxYear2027 } from "./years/tax-year-2027.ts";

export type SaversMatch = {
  tax_year: number;
  /** Whole percent of the contributions, 0 to 50. */
  rate: number;
  /** US dollars. */
  max_amount: number;
  disclaimer: string;
};

const { year, saversMatch: rule } = taxYear2027;

export const SAVERS_MATCH_DISCLAIMER = [
  `An estimate by 26 U.S.C. 6433 as in force for tax year ${year}, from the filing status and MAGI provided.`,
  `The rate applies to at most $${rule.contributions.toLocaleString("en-US")} of a person's contributions, less distributions.`,
  `A person claims the match on the ${year} tax return, on Form 8880-A.`,
  `The Treasury pays it from ${year + 1} into a traditional IRA or a workplace plan that accepts it, not into this Roth IRA.`,
  "It is not for people under 18, dependents, full-time students or nonresident aliens.",
  "A qualifying surviving spouse uses `married_joint`.",
].join(" ");

/** USD. Of 50 points, the reduction is rounded down to a whole one: 26 U.S.C. 6433(b)(2). Integers only. */
export function saversMatch(filingStatus: FilingStatus, magi: Decimal): SaversMatch {
  const { startsAt, endsAt } = rule.phaseOut[filingStatus];
  const scale = 10n ** BigInt(magi.scale);
  const [excess, width] = [magi.units - startsAt * scale, (endsAt - startsAt) * scale];
  const reduction = excess <= 0n ? 0n : excess >= width ? 50n : (50n * excess) / width;
  const rate = 50 - Number(reduction);
  return {
    tax_year: year,
    rate,
    max_amount: (rate * rule.contributions) / 100,
    disclaimer: SAVERS_MATCH_DISCLAIMER,
  };
}
