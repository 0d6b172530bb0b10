import { brand } from "../domain/brand.ts";
import { spanishBrand } from "../domain/brand-es.ts";
import type { Language } from "../domain/language.ts";
import { enCalculators } from "./en/calculators.ts";
import { enConsent } from "./en/consent.ts";
import { enHome } from "./en/home.ts";
import { enLayout } from "./en/layout.ts";
import { enLegal } from "./en/legal.ts";
import { enMail } from "./en/mail.ts";
import { enReceipt } from "./en/receipt.ts";
import { enSignup } from "./en/signup.ts";
import { esCalculators } from "./es/calculators.ts";
import { esConsent } from "./es/consent.ts";
import { esHome } from "./es/home.ts";
import { esLayout } from "./es/layout.ts";
import { esLegal } from "./es/legal.ts";
import { esMail } from "./es/mail.ts";
import { esReceipt } from "./es/receipt.ts";
import { esSignup } from "./es/signup.ts";

/** The words of a topic in each language. A function bundles only the topics that it uses. */
export const layoutWords = { en: enLayout, es: esLayout };
export const signupWords = { en: enSignup, es: esSignup };
export const homeWords = { en: enHome, es: esHome };
export const calculatorWords = { en: enCalculators, es: esCalculators };
export const legalWords = { en: enLegal, es: esLegal };
export const mailWords = { en: enMail, es: esMail };
export const consentWords = { en: enConsent, es: esConsent };
export const receiptWords = { en: enReceipt, es: esReceipt };

export const brandWords = { en: brand, es: spanishBrand };

/** The legal statements, and the language that they are in: English where they have no translation. */
export function legalStatements(language: Language): { statements: readonly string[]; language: Language } {
  const { statements } = brandWords[language];
  return statements ? { statements, language } : { statements: brand.statements, language: "en" };
}

/** A day as people write it: November 22, 2026. */
export const dayWords = (instant: string, language: Language): string =>
  new Date(instant).toLocaleDateString(language === "es" ? "es-US" : "en-US", {
    dateStyle: "long",
    timeZone: "UTC",
  });

/** An instant as people write it: November 22, 2026 at 9:30:00 AM UTC. */
export const timeWords = (instant: Date, language: Language): string =>
  instant.toLocaleString(language === "es" ? "es-US" : "en-US", {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: "UTC",
  });
