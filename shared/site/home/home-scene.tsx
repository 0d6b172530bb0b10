import type { Language } from "../../domain/text/language.ts";
import { rothLimits } from "../../domain/tax/eligibility.ts";
import { filled, homeWords } from "../../words/words.ts";
import { dollarText } from "../client/dollar-text.ts";

/** What each gig platform added, and what the account then has. */
const ADDED = ["+$64.23", "+$20.60", "+$11.10"];
const BALANCE = "$2,318.40";
const SUM = 2_318.4;

/** The product in one picture, with invented numbers. */
export const Scene = ({ language, now }: { language: Language; now: Date }) => {
  const { caption, account, of, apps } = homeWords[language].scene;
  const { year, limit } = rothLimits(now);
  const title = filled(account, { year });
  return (
    <figure class="scene">
      <div>
        <p>{title}</p>
        <p>
          <strong>{BALANCE}</strong>
          <progress max={Number(limit)} value={SUM} aria-label={title} />
          {filled(of, { limit: dollarText(Number(limit)) })}
        </p>
        <ul>
          {apps.map((app, i) => (
            <li key={app}>
              <span>{app}</span> <strong>{ADDED[i]}</strong>
            </li>
          ))}
        </ul>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
};
