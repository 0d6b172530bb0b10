import { createHash } from "node:crypto";
import { brand } from "../domain/brand/brand.ts";
import { Language } from "../domain/text/language.ts";
import type { ShownText } from "../domain/receipt/receipt.ts";
import { approvalWords } from "./en/approval.ts";
import { withholdingTerms } from "./en/withholding-terms.ts";
import { textVersions } from "./released/text-versions.ts";
import {
  consentWords,
  legalStatements,
  legalWords,
  receiptWords,
  savingsWords,
  signupWords,
} from "./words.ts";

/**
 * As plain text. The pages show the same entries, and a test compares both. A place in braces has its value
 * in the receipt's terms, but `{email}`: a receipt names no person.
 */
const texts = {
  join_waitlist: (language: Language) => joining(language),
  /** The page also offers to share the receipt with an approved partner. */
  join_waitlist_with_partner: (language: Language) => joining(language, receiptWords[language].share),
  decline: (language: Language) => {
    const { title, what, noAccount, button } = signupWords[language].disown;
    return [title, what, noAccount, button];
  },
  decline_opened: (language: Language) => {
    const { title, what, opened, report } = signupWords[language].disown;
    return [title, what, `${opened} ${brand.supportEmail}.`, report];
  },
  allow_gig_connection: (language: Language) => allowing(language),
  allow_gig_connection_sandbox: (language: Language) => allowing(language, consentWords[language].sandbox),
  withdraw_gig_connection: (language: Language) => {
    const { title, body, how, button } = consentWords[language].sharing;
    return [title, body, how, button];
  },
  save_from_payouts: (language: Language) =>
    saving(language, { accepted: savingsWords[language].agree.terms.acceptedIs }),
  save_from_payouts_sandbox: (language: Language) =>
    saving(language, { sandbox: savingsWords[language].agree.sandbox }),
  change_savings: (language: Language) => {
    const { title, what, consent, button } = savingsWords[language].change;
    const { limit, limitIs, excess, excessIs } = savingsWords[language].agree.terms;
    return [title, what, limit, limitIs, excess, excessIs, ...choosing(language), consent, button];
  },
  end_savings: (language: Language) => {
    const { title, what, pending, button } = savingsWords[language].stop;
    return [title, what, pending, button];
  },
  approve_payouts: () => Object.values(approvalWords),
  withholding_terms: () => withholdingTerms,
} as const;
export type ConsentTextName = keyof typeof texts;

export const textNames = Object.keys(texts) as ConsentTextName[];

export const languagesOf = (name: ConsentTextName): readonly Language[] =>
  name === "withholding_terms" || name === "approve_payouts" ? ["en"] : Language.options;

function joining(language: Language, share?: string): string[] {
  const { title, what, consent, button } = signupWords[language].confirm;
  const legal = legalStatements(language);
  return [
    title,
    what,
    signupWords[language].disclosures,
    ...(legal.language === language ? [] : [legalWords[language].englishOnly]),
    ...legal.statements,
    consent,
    ...(share === undefined ? [] : [share]),
    button,
  ];
}

function allowing(language: Language, sandbox?: string): string[] {
  const { title, ask, items, nothingElse, terms, back, allow, refuse } = consentWords[language];
  return [
    title,
    ask,
    ...items,
    nothingElse,
    ...(sandbox === undefined ? [] : [sandbox]),
    terms.period,
    terms.periodIs,
    terms.until,
    terms.untilIs,
    terms.stop,
    terms.stopIs,
    back,
    allow,
    refuse,
  ];
}

/** A company in the sandbox has accepted no terms. */
function saving(
  language: Language,
  { sandbox, accepted }: { sandbox?: string; accepted?: string },
): string[] {
  const { title, terms, electronic, records, consent, button, refuse } = savingsWords[language].agree;
  return [
    title,
    ...(sandbox === undefined ? [] : [sandbox]),
    terms.choice,
    terms.choiceIs,
    terms.part,
    terms.partIs,
    terms.place,
    terms.placeIs,
    ...choosing(language),
    terms.example,
    terms.exampleIs,
    terms.who,
    terms.whoIs,
    ...(accepted === undefined ? [] : [accepted]),
    terms.limit,
    terms.limitIs,
    terms.excess,
    terms.excessIs,
    terms.refund,
    terms.refundIs,
    terms.tax,
    terms.taxIs,
    terms.seen,
    terms.seenIs,
    terms.stop,
    terms.stopIs,
    electronic,
    ...records,
    consent,
    button,
    refuse,
  ];
}

function choosing(language: Language): string[] {
  const { rule, percent, cents, howMany, howManyHint, cap, capHint, age } = savingsWords[language].fields;
  return [rule, percent, cents, howMany, howManyHint, cap, capHint, age];
}

/** A text in the form that is hashed: NFC, LF, no blanks at the ends of lines, one LF at the end. */
export const hashedForm = (text: string): string =>
  `${text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t\u00a0]+$/gm, "")
    .replace(/\n+$/, "")}\n`;

export const consentText = (name: ConsentTextName, language: Language): string =>
  hashedForm(texts[name](language).join("\n").replaceAll("**", ""));

export const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The words of an act as a receipt names them. Words without a version would be no evidence. */
export function shownText(name: ConsentTextName, lang: Language): ShownText {
  const text_sha256 = sha256Of(consentText(name, lang));
  const text_version = textVersions[text_sha256];
  if (text_version === undefined)
    throw new Error(`The words of ${name} in ${lang} have no version: run npm run docs:texts`);
  return { text_sha256, text_version, lang };
}

export type WithholdingTerms = { version: string; text_sha256: string };

export function presentTerms(): WithholdingTerms {
  const { text_sha256, text_version: version } = shownText("withholding_terms", "en");
  return { text_sha256, version };
}
