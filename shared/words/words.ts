import { brand, brandCompany } from "../domain/brand/brand.ts";
import { spanishBrand } from "../domain/brand/brand-es.ts";
import type { Language } from "../domain/text/language.ts";
import enCalculators from "./en/calculators.json" with { type: "json" };
import enConsent from "./en/consent.json" with { type: "json" };
import enHome from "./en/home.json" with { type: "json" };
import enLayout from "./en/layout.json" with { type: "json" };
import enLegal from "./en/legal.json" with { type: "json" };
import enMail from "./en/mail.json" with { type: "json" };
import enPrivacy from "./en/privacy.json" with { type: "json" };
import enReceipt from "./en/receipt.json" with { type: "json" };
import enSavings from "./en/savings.json" with { type: "json" };
import enSignup from "./en/signup.json" with { type: "json" };
import enTerms from "./en/terms.json" with { type: "json" };
import esCalculators from "./es/calculators.json" with { type: "json" };
import esConsent from "./es/consent.json" with { type: "json" };
import esHome from "./es/home.json" with { type: "json" };
import esLayout from "./es/layout.json" with { type: "json" };
import esLegal from "./es/legal.json" with { type: "json" };
import esMail from "./es/mail.json" with { type: "json" };
import esReceipt from "./es/receipt.json" with { type: "json" };
import esSavings from "./es/savings.json" with { type: "json" };
import esSignup from "./es/signup.json" with { type: "json" };

/** The names of the brand file, as the catalogues have them in braces. */
const names: Readonly<Record<string, string>> = {
  serviceName: brand.serviceName,
  productName: brand.productName,
  supportEmail: brand.supportEmail,
  companyName: brandCompany.name,
  companyAddress: brandCompany.address,
  custodianName: brandCompany.custodianName,
  privacyEmail: brandCompany.privacyEmail,
  governingLaw: brandCompany.governingLaw,
};

/** A topic in both languages, with the brand's names. A Spanish entry that is missing does not compile. */
const paired = <Words>(en: Words, es: NoInfer<Words>): Record<Language, Words> => ({
  en: branded(en),
  es: branded(es),
});

function branded<Words>(words: Words): Words {
  if (typeof words === "string") return words.replace(PLACE, (place, name) => names[name] ?? place) as Words;
  if (Array.isArray(words)) return words.map(branded) as Words;
  return Object.fromEntries(
    Object.entries(words as object).map(([key, entry]) => [key, branded(entry)]),
  ) as Words;
}

const PLACE = /\{(\w+)\}/g;

/** `filled("Your {platform} earnings", { platform: "Uber" })`. A place without a value is a fault. */
export const filled = (entry: string, values: Readonly<Record<string, string | number>>): string =>
  entry.replace(PLACE, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`The words have a place {${name}}, which got no value: ${entry}`);
    return String(value);
  });

// The bundler drops the topics that a function does not use, if their making is marked as pure.
export const layoutWords = /* @__PURE__ */ paired(enLayout, esLayout);
export const signupWords = /* @__PURE__ */ paired(enSignup, esSignup);
export const homeWords = /* @__PURE__ */ paired(enHome, esHome);
export const calculatorWords = /* @__PURE__ */ paired(enCalculators, esCalculators);
export const legalWords = /* @__PURE__ */ paired(enLegal, esLegal);
export const mailWords = /* @__PURE__ */ paired(enMail, esMail);
export const consentWords = /* @__PURE__ */ paired(enConsent, esConsent);
export const receiptWords = /* @__PURE__ */ paired(enReceipt, esReceipt);
export const savingsWords = /* @__PURE__ */ paired(enSavings, esSavings);

/** Legal texts: headings with paragraphs. A deployer's lawyer replaces each file whole. */
export const privacyPolicy = /* @__PURE__ */ branded(enPrivacy);
export const termsOfUse = /* @__PURE__ */ branded(enTerms);

export const brandWords = { en: brand, es: spanishBrand };

/** The legal statements, and the language that they are in: English where they have no translation. */
export function legalStatements(language: Language): { statements: readonly string[]; language: Language } {
  const { statements } = brandWords[language];
  return statements ? { statements, language } : { statements: brand.statements, language: "en" };
}

const locales = { en: "en-US", es: "es-US" };

export const dayWords = (instant: string, language: Language): string =>
  new Date(instant).toLocaleDateString(locales[language], { dateStyle: "long", timeZone: "UTC" });

export const timeWords = (instant: Date, language: Language): string =>
  instant.toLocaleString(locales[language], { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });

export const daysWords = (days: number, language: Language): string =>
  days.toLocaleString(locales[language], { style: "unit", unit: "day", unitDisplay: "long" });
