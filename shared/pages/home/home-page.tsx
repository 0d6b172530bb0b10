import type { Language } from "../../domain/language.ts";
import { taxYear2026 } from "../../domain/tax/years/tax-year-2026.ts";
import type { Result } from "../../http/serve/responses.ts";
import { brandWords, calculatorWords, filled, homeWords } from "../../words/words.ts";
import { htmlResult } from "../layout/layout.tsx";
import { Support } from "../layout/outcome.tsx";
import { type Check, readCheck } from "./home-check.ts";
import { Checker } from "./home-checker.tsx";
import { type Growth, readGrowth } from "./home-growth.ts";
import { Projector } from "./home-projector.tsx";
import { Scene } from "./home-scene.tsx";
import { Developers, Faq, Pricing } from "./home-sections.tsx";
import { WaitlistForm } from "./waitlist-form.tsx";

/** The home page. With numbers in its query it belongs to one visitor, so caches must not store it. */
export function homePage(query: URLSearchParams, language: Language): Result {
  const check = readCheck(query, language);
  const growth = readGrowth(query, language);
  const faulty = [check, growth].some((form) => Object.keys(form?.mistakes ?? {}).length > 0);
  const { tagline, description } = brandWords[language];
  return htmlResult(
    faulty ? 400 : 200,
    `${faulty ? homeWords[language].faulty : ""}${tagline}`,
    <Home check={check} growth={growth} language={language} />,
    {
      description,
      script: HOME_SCRIPT,
      path: "/",
      wide: true,
      language,
      ...(!check && !growth && { maxAge: 300 }),
    },
  );
}

export const isPlainHome = (query: URLSearchParams, language: Language): boolean =>
  !readCheck(query, language) && !readGrowth(query, language);

type HomeProps = { check: Check | undefined; growth: Growth | undefined; language: Language };

const Home = ({ check, growth, language }: HomeProps) => {
  const words = homeWords[language];
  const calculators = calculatorWords[language];
  return (
    <>
      <div class="hero">
        <div class="pitch">
          <h1>{words.headline}</h1>
          <p>{words.lead}</p>
          <p>
            <a class="button" href="#waitlist">
              {words.joinButton}
            </a>
            <a class="button second" href="#check">
              {words.checkButton}
            </a>
          </p>
          <p class="fine">{words.badge}</p>
        </div>
        <Scene language={language} />
      </div>

      <h2 class="quiet">{words.who.title}</h2>
      <ul class="bits">
        {words.who.cards.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>

      <h2 id="check">{filled(calculators.check.title, { year: taxYear2026.year })}</h2>
      <Checker check={check} language={language} />

      <h2 id="grow">{calculators.grow.title}</h2>
      <Projector growth={growth} language={language} />

      <Pricing language={language} />
      <Waitlist language={language} />
      <Faq language={language} />
      <Developers language={language} />
    </>
  );
};

const Waitlist = ({ language }: { language: Language }) => {
  const { title, thanks, unreachable, happens, points, leave } = homeWords[language].waitlist;
  return (
    <>
      <h2 id="waitlist">{title}</h2>
      <div class="panel">
        <div>
          <WaitlistForm language={language} />
          <p role="status" tabIndex={-1} data-said data-thanks={thanks} data-unreachable={unreachable} />
        </div>
        <details>
          <summary>{happens}</summary>
          <ul class="ticks">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
            <li>
              {leave} <Support />.
            </li>
          </ul>
        </details>
      </div>
    </>
  );
};
