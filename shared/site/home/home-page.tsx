import type { Language } from "../../domain/text/language.ts";
import { rothLimits } from "../../domain/tax/eligibility.ts";
import type { Result } from "../../http/serve/responses.ts";
import { brandWords, calculatorWords, filled, homeWords } from "../../words/words.ts";
import { htmlResult } from "../../pages/layout/layout.tsx";
import { Support } from "../../pages/layout/outcome.tsx";
import { type Check, readCheck } from "./home-check.ts";
import { Checker } from "./home-checker.tsx";
import { Scene } from "./home-scene.tsx";
import { Developers, Faq, Pricing } from "./home-sections.tsx";
import { WaitlistForm } from "../../pages/signup/waitlist-form.tsx";

/** The home page. With numbers in its query it belongs to one visitor, so caches must not store it. */
export function homePage(query: URLSearchParams, language: Language, now: Date): Result {
  const check = readCheck(query, language, now);
  const faulty = Object.keys(check?.mistakes ?? {}).length > 0;
  const { tagline, description } = brandWords[language];
  return htmlResult(
    faulty ? 400 : 200,
    `${faulty ? homeWords[language].faulty : ""}${tagline}`,
    <Home check={check} language={language} now={now} />,
    {
      description,
      script: HOME_SCRIPT,
      path: "/",
      wide: true,
      language,
      ...(!check && { maxAge: 300 }),
    },
  );
}

export const isPlainHome = (query: URLSearchParams, language: Language, now: Date): boolean =>
  !readCheck(query, language, now);

type HomeProps = { check: Check | undefined; language: Language; now: Date };

const Home = ({ check, language, now }: HomeProps) => {
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
        <Scene language={language} now={now} />
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

      <h2 id="check">{filled(calculators.check.title, { year: rothLimits(now).year })}</h2>
      <Checker check={check} language={language} now={now} />

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
