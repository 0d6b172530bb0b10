import type { Consent } from "../../domain/earnings/consent.ts";
import { returnTo } from "../../domain/earnings/redirect-url.ts";
import type { Language } from "../../domain/language.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { consentWords } from "../../words/words.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";
import { NextSteps, Sign } from "../layout/outcome.tsx";
import { Rich } from "../layout/rich.tsx";

export type Asked = {
  state: string;
  token: FormToken;
  language: Language;
  /** The gig platform's name, and the name of the company that asks, if it has one. */
  platform: string;
  company: string | undefined;
};

const hostOf = ({ redirect_url }: Consent) => new URL(redirect_url).host;

/** The page always names the asker: a company without a name is the app at its address. */
const askerOf = (consent: Consent, { company, language }: Asked) =>
  company ?? consentWords[language].someApp(hostOf(consent));

/**
 * Asks a driver whether a company may read their earnings. It never names the driver: the link may have been
 * forwarded.
 */
export function consentPage(consent: Consent, asked: Asked): Result {
  const { state, token, platform, language } = asked;
  const words = consentWords[language];
  const asker = askerOf(consent, asked);
  const { period, periodIs, until, untilIs, stop, stopIs } = words.terms;
  return formPage(
    200,
    words.title(platform),
    <>
      <p>
        <Rich text={words.ask(asker, platform)} />
      </p>
      <ul>
        {words.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{words.nothingElse}</p>
      {consent.mode === "test" && <p class="card slim">{words.sandbox(platform)}</p>}
      <dl class="terms">
        <dt>{period}</dt>
        <dd>{periodIs}</dd>
        <dt>{until}</dt>
        <dd>{untilIs}</dd>
        <dt>{stop}</dt>
        <dd>{stopIs(asker)}</dd>
      </dl>
      <p class="fine">
        <Rich text={words.back(hostOf(consent))} />
      </p>
    </>,
    {
      token,
      action: `/connect/${state}`,
      options: { formTargets: targetsOf(consent), language, hasOneTask: true },
      children: (
        <div class="choices">
          <button type="submit" name="decision" value="allow">
            {words.allow}
          </button>
          <button type="submit" name="decision" value="refuse" class="button second">
            {words.refuse}
          </button>
        </div>
      ),
    },
  );
}

/**
 * Browsers check every redirect after a form post against the policy. The app's callback often redirects to
 * another host, so the policy allows schemes and not one host.
 */
const targetsOf = ({ redirect_url }: Consent): string[] =>
  new URL(redirect_url).protocol === "https:"
    ? ["https:"]
    : ["https:", "http://localhost:*", "http://127.0.0.1:*"];

/** For a second visit, such as a double click or the back button. The first answer counts. */
export function answeredPage(consent: Consent, asked: Asked): Result {
  const { state, language } = asked;
  const { answer = "refused", withdrawn_at, redirect_url } = consent;
  const words = consentWords[language];
  if (withdrawn_at !== undefined) return stoppedPage(consent, asked);
  const back = (
    <p>
      <a class="button second" href={returnTo(redirect_url, state, answer)}>
        {words.returnTo(hostOf(consent))}
      </a>
    </p>
  );
  if (answer === "connected") return sharingPage(consent, asked, back);
  return htmlResult(
    410,
    words.refused.title,
    <>
      <p>{words.refused.body}</p>
      {back}
    </>,
    { language, hasOneTask: true, sign: <Sign is="stopped" /> },
  );
}

/** The driver can withdraw for as long as the company may read. */
function sharingPage(consent: Consent, asked: Asked, back: ReturnType<typeof Rich>): Result {
  const { state, token, language, platform } = asked;
  const { title, body, how, button } = consentWords[language].sharing;
  return formPage(
    200,
    title,
    <>
      <p>
        <Rich text={body(askerOf(consent, asked), platform)} />
      </p>
      <p>{how}</p>
      {back}
    </>,
    {
      token,
      action: `/connect/${state}`,
      options: { language, hasOneTask: true, sign: <Sign is="done" /> },
      children: (
        <button type="submit" name="decision" value="withdraw" class="button second danger">
          {button}
        </button>
      ),
    },
  );
}

function stoppedPage(consent: Consent, asked: Asked): Result {
  const { language, platform } = asked;
  const { title, body, kept, steps } = consentWords[language].stopped;
  const asker = askerOf(consent, asked);
  return htmlResult(
    200,
    title,
    <>
      <p>
        <Rich text={body(asker, platform)} />
      </p>
      <p>{kept(asker)}</p>
      <NextSteps language={language} steps={steps} />
    </>,
    { language, hasOneTask: true, sign: <Sign is="done" /> },
  );
}
