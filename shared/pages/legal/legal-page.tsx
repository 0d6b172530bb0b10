import { brand, brandCompany } from "../../domain/brand/brand.ts";
import type { Language } from "../../domain/text/language.ts";
import type { Result } from "../../http/serve/responses.ts";
import { dayWords, layoutWords, legalWords, privacyPolicy, termsOfUse } from "../../words/words.ts";
import { htmlResult } from "../layout/layout.tsx";

const pages = { "/privacy": privacyPolicy, "/terms": termsOfUse };

/** A paragraph, or the disclosures in its place. */
const withStatements = (paragraph: string): readonly string[] =>
  paragraph === "{statements}" ? brand.statements : [paragraph];

export const isLegalPath = (path: string): path is keyof typeof pages => Object.hasOwn(pages, path);

/** Legal texts are in English. In another language, the page says so and the frame is in that language. */
export function legalPage(path: keyof typeof pages, language: Language): Result {
  const legal = pages[path];
  const { englishOnly } = legalWords[language];
  const { policiesSince, isReal } = brandCompany;
  return htmlResult(
    200,
    legal.title,
    <>
      {englishOnly && <p>{englishOnly}</p>}
      {!isReal && <p class="part">{layoutWords[language].example}</p>}
      <div {...(language !== "en" && { lang: "en" })}>
        <p class="soft">In effect since {dayWords(policiesSince, "en")}.</p>
        <p class="lead">{legal.summary}</p>
        {legal.sections.map(([heading, ...paragraphs]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.flatMap(withStatements).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </>,
    { description: legal.summary, maxAge: 300, language },
  );
}
