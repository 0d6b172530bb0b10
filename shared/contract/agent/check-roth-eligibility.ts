import * as z from "zod/mini";
import { DECIMAL_PATTERN } from "../../domain/money/decimal.ts";
import { eligibilityDisclaimer } from "../../domain/tax/eligibility.ts";
import { saversMatchDisclaimer } from "../../domain/tax/savers-match.ts";
import { FilingStatus } from "../../domain/tax/years/filing-status.ts";
import { component, note } from "../../domain/text/text.ts";
import { operation } from "../operation.ts";
import { replyNamed } from "../replies.ts";

const EligibilityQuery = z.strictObject({
  filing_status: note(
    z.clone(FilingStatus),
    "The person's filing status. `married_separate` means that they lived with their spouse at any time during the year; if they did not, use `single`.",
  ),
  magi: z
    .string()
    .check(
      z.regex(
        DECIMAL_PATTERN,
        "a plain decimal number of US dollars, 0 or more, such as 50000.5: at most 12 digits, then at most six decimal places",
      ),
    )
    .register(z.globalRegistry, {
      description:
        "Modified adjusted gross income in USD: a plain decimal number, 0 or more, with up to six decimal places.",
      examples: ["160500"],
      "x-published": {
        type: "number",
        minimum: 0,
        exclusiveMaximum: 1e12,
        examples: [160500],
      },
    }),
});

const usd = z.number().check(z.minimum(0));

const SaversMatch = note(
  component("SaversMatch", {
    tax_year: note(z.int(), "The tax year of the match."),
    rate: note(z.int(), "Percent of contributions, 0 to 50."),
    max_amount: note(z.clone(usd), "The largest match in USD."),
    disclaimer: note(
      z.string(),
      "What the estimate rests on, and how it is paid. Always show it to the person.",
    ),
  }),
  "A federal match of the person's savings.",
);

const EligibilityResponse = component("Eligibility", {
  eligible: note(z.boolean(), "Whether any contribution is allowed."),
  partial: note(z.boolean(), "True when income is inside the phase-out range, which reduces the limit."),
  contribution_limit: note(z.clone(usd), "Annual limit in USD for people under 50."),
  contribution_limit_age_50_plus: note(z.clone(usd), "Annual limit in USD for people 50 or older."),
  phase_out: z
    .nullable(
      z.object({
        starts_at: note(z.clone(usd), "Start of the range."),
        ends_at: note(z.clone(usd), "End of the range."),
      }),
    )
    .check(
      z.describe(
        "Income range in USD over which the limit shrinks; null when income is at or below its start.",
      ),
    ),
  tax_year: note(z.int(), "The tax year of the limits."),
  savers_match: SaversMatch,
  disclaimer: note(z.string(), "Always show it to the person."),
});

export const checkRothEligibilityOperation = operation({
  name: "check-roth-eligibility",
  method: "GET",
  path: "/api/agent/eligibility",
  tag: "Product",
  summary: "Estimate how much a person can contribute",
  description:
    "An educational estimate based on filing status and income (IRS Publication 590-A), and of the Saver's Match (26 U.S.C. 6433). Each is for the current tax year, or the newest with published figures; `tax_year` says which. Stores nothing. Always show the disclaimer to the person.",
  query: EligibilityQuery,
  replies: replyNamed("estimated", 200)("The estimate.", EligibilityResponse, {
    eligible: true,
    partial: true,
    contribution_limit: 3750,
    contribution_limit_age_50_plus: 4300,
    phase_out: { starts_at: 153000, ends_at: 168000 },
    tax_year: 2026,
    savers_match: {
      tax_year: 2027,
      rate: 0,
      max_amount: 0,
      disclaimer: saversMatchDisclaimer({ year: 2027, contributions: 2_000 }),
    },
    disclaimer: eligibilityDisclaimer(2026),
  }),
  perSecond: 50,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
  tool: {
    name: "check_roth_eligibility",
    title: "Estimate Roth IRA eligibility",
    description:
      "Estimates this year's Roth IRA limit and Saver's Match, with disclaimers. Educational, not tax advice.",
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
});
