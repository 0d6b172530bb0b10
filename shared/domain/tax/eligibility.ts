import type { Decimal } from "../money/decimal.ts";
import { type SaversMatch, saversMatch } from "./savers-match.ts";
import type { FilingStatus } from "./years/filing-status.ts";
import { figureOf } from "./years/tax-rules.ts";

export type Eligibility = {
  eligible: boolean;
  partial: boolean;
  contribution_limit: number;
  contribution_limit_age_50_plus: number;
  phase_out: { starts_at: number; ends_at: number } | null;
  tax_year: number;
  savers_match: SaversMatch;
  disclaimer: string;
};

export const eligibilityDisclaimer = (year: number): string =>
  [
    `Educational estimate for tax year ${year}; not investment, tax or legal advice.`,
    "Accounts are not open yet.",
    "It uses only the filing status and MAGI provided. We do not verify them, and they are final only after year-end.",
    "You cannot contribute more than your taxable compensation, and one limit covers all your IRAs.",
    "`married_separate` means you lived with your spouse at any time during the year; if you did not, use `single`.",
    "Contributions above your limit are taxed at 6% for each year they stay in the account. See IRS Publication 590-A.",
  ].join(" ");

/** The limits of a day's year, or of the newest year that has published ones. `year` says which. */
export function rothLimits(now: Date) {
  const { year, source, value } = figureOf("rothIra", now.getUTCFullYear());
  return { year, source, ...value };
}

/** USD. IRC 408A(c)(3); IRS Publication 590-A, worksheet 2-2; Treas. Reg. 1.408A-3, A-3(b). */
export function checkEligibility(filingStatus: FilingStatus, magi: Decimal, now: Date): Eligibility {
  const { year, limit, limitAge50Plus, phaseOut } = rothLimits(now);
  const range = phaseOut[filingStatus];
  const scale = 10n ** BigInt(magi.scale);
  const startsAt = range.startsAt * scale;
  const endsAt = range.endsAt * scale;

  const beyond = magi.units >= endsAt;
  const partial = magi.units > startsAt && !beyond;
  const allowed = (full: bigint) => {
    if (beyond) return 0;
    return Number(partial ? reduced(full, magi.units - startsAt, endsAt - startsAt) : full);
  };
  return {
    eligible: !beyond,
    partial,
    contribution_limit: allowed(limit),
    contribution_limit_age_50_plus: allowed(limitAge50Plus),
    phase_out:
      magi.units <= startsAt ? null : { starts_at: Number(range.startsAt), ends_at: Number(range.endsAt) },
    tax_year: year,
    savers_match: saversMatch(filingStatus, magi, now),
    disclaimer: eligibilityDisclaimer(year),
  };
}

/** Rounded up to $10 and never below $200. Integers only: floating point gives some incomes $10 too much. */
function reduced(full: bigint, excess: bigint, width: bigint): bigint {
  const numerator = full * (width - excess);
  const tens = numerator / (width * 10n) + (numerator % (width * 10n) === 0n ? 0n : 1n);
  const rounded = tens * 10n;
  return rounded < 200n ? 200n : rounded;
}
