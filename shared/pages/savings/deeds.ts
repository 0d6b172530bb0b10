import { usd } from "../../domain/money/cents.ts";
import type { Language } from "../../domain/text/language.ts";
import type { Act, Deed } from "../../domain/receipt/receipt.ts";
import type { Agreement, SavingsChoice, StatedLimits } from "../../domain/savings/agreement.ts";
import {
  type ConsentTextName,
  sha256Of,
  shownText,
  type WithholdingTerms,
} from "../../words/consent-text.ts";

export type Offer = {
  agreement: Agreement;
  language: Language;
  /** The company's name, and the terms that it accepted. In the sandbox it accepted none. */
  partner: string;
  accepted: WithholdingTerms | undefined;
  limits: StatedLimits;
};

export const offerValues = ({ agreement, partner, accepted, limits }: Offer) => ({
  partner,
  account_id: agreement.account_id,
  ...(accepted && { partner_terms: accepted.version }),
  tax_year: String(limits.published),
  limit: usd(limits.limit),
  higher_limit: usd(limits.higher),
  age_year: String(limits.year),
});

/** `yearly_cap` is in cents. */
const chosen = ({ rule, yearly_cap, age_50_in }: SavingsChoice) => ({
  ...("percent" in rule ? { rule: "percent", percent: rule.percent } : { rule: "cents" }),
  yearly_cap,
  age_50_or_older: age_50_in !== undefined,
});

const deedOf =
  (act: Act, textOf: (agreement: Agreement) => ConsentTextName) =>
  (shown: Offer, choice?: SavingsChoice): Deed => ({
    act,
    sub: shown.agreement.id,
    text: shownText(textOf(shown.agreement), shown.language),
    livemode: shown.agreement.mode === "live",
    terms:
      act === "end_savings"
        ? { partner: shown.partner }
        : { ...offerValues(shown), ...(choice && chosen(choice)) },
    prev: shown.agreement.receipt,
  });

export const deeds = {
  agree: deedOf("save_from_payouts", ({ mode }) =>
    mode === "test" ? "save_from_payouts_sandbox" : "save_from_payouts",
  ),
  change: deedOf("change_savings", () => "change_savings"),
  end: deedOf("end_savings", () => "end_savings"),
} as const;

/** Names what the page shows: the words and the values of their places. The form repeats it. */
export const markOf = ({ text, terms }: Deed): string =>
  `${text.text_sha256}.${sha256Of(JSON.stringify(terms))}`;
