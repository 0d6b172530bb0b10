import { grouped } from "../money/cents.ts";
import type { Decimal } from "../money/decimal.ts";
import type { FilingStatus } from "./years/filing-status.ts";
import { figureOf } from "./years/tax-rules.ts";

export type SaversMatch = {
  tax_year: number;
  /** Whole percent of the contributions, 0 to 50. */
  rate: number;
  /** US dollars. */
  max_amount: number;
  disclaimer: string;
};

/** The match begins with this tax year. */
const FIRST_MATCH = 2027;

/** The rule of a day's year, or of the newest year that has a published one. */
export function matchRule(now: Date) {
  const { year, value } = figureOf("saversMatch", Math.max(FIRST_MATCH, now.getUTCFullYear()));
  return { year, ...value };
}

export const saversMatchDisclaimer = ({
  year,
  contributions,
}: Pick<ReturnType<typeof matchRule>, "year" | "contributions">): string =>
  [
    `An estimate by 26 U.S.C. 6433 as in force for tax year ${year}, from the filing status and MAGI provided.`,
    `The rate applies to at most $${grouped(contributions)} of a person's contributions, less distributions.`,
    `A person claims the match on the ${year} tax return, on Form 8880-A.`,
    `The Treasury pays it from ${year + 1} into a traditional IRA or a workplace plan that accepts it, not into this Roth IRA.`,
    "It is not for people under 18, dependents, full-time students or nonresident aliens.",
    "A qualifying surviving spouse uses `married_joint`.",
  ].join(" ");

/** USD. Of 50 points, the reduction is rounded down to a whole one: 26 U.S.C. 6433(b)(2). Integers only. */
export function saversMatch(filingStatus: FilingStatus, magi: Decimal, now: Date): SaversMatch {
  const rule = matchRule(now);
  const { startsAt, endsAt } = rule.phaseOut[filingStatus];
  const scale = 10n ** BigInt(magi.scale);
  const excess = magi.units - startsAt * scale;
  const width = (endsAt - startsAt) * scale;
  const reduction = excess <= 0n ? 0n : excess >= width ? 50n : (50n * excess) / width;
  const rate = 50 - Number(reduction);
  return {
    tax_year: rule.year,
    rate,
    max_amount: (rate * rule.contributions) / 100,
    disclaimer: saversMatchDisclaimer(rule),
  };
}
