import { brand, brandCompany } from "../../domain/brand/brand.ts";
import type { Language } from "../../domain/text/language.ts";
import { layoutWords, legalStatements, legalWords } from "../../words/words.ts";

type FooterProps = { language: Language; canSwitch: boolean; hasDisclosures: boolean };

/** `hasDisclosures`: the page's content has them already, and a page shows no legal text twice. */
export const Footer = ({ language, canSwitch, hasDisclosures }: FooterProps) => {
  const words = layoutWords[language];
  return (
    <footer>
      <details>
        <summary>{words.disclosures}</summary>
        {!hasDisclosures && <Disclosures language={language} />}
        <p>
          {words.operatedBy} {!brandCompany.isReal && words.example}
        </p>
      </details>
      <a href="/privacy">{words.privacy}</a>
      <a href="/terms">{words.terms}</a>
      <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      <a href="/developers">{words.developers}</a>
      {canSwitch && (
        <a href={`?lang=${OTHER[language]}`} lang={OTHER[language]} hrefLang={OTHER[language]}>
          {words.otherLanguage}
        </a>
      )}
    </footer>
  );
};

const OTHER = { en: "es", es: "en" } as const;

const Disclosures = ({ language }: { language: Language }) => {
  const legal = legalStatements(language);
  return (
    <>
      {legal.language !== language && <p>{legalWords[language].englishOnly}</p>}
      <p {...(legal.language !== language && { lang: legal.language })}>{legal.statements.join(" ")}</p>
    </>
  );
};
