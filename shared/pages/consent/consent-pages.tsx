import type { VNode } from "preact";
import type { Consent, ConsentAnswer, consentStanding } from "../../domain/earnings/consent.ts";
import { returnTo } from "../../domain/earnings/redirect-url.ts";
import type { Language } from "../../domain/text/language.ts";
import type { Act, Deed, Receipt } from "../../domain/receipt/receipt.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shownText, type ConsentTextName } from "../../words/consent-text.ts";
import { consentWords, filled } from "../../words/words.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";
import { NextSteps, Sign } from "../layout/outcome.tsx";
import { ReceiptCard } from "../layout/receipt-card.tsx";
import { Rich } from "../layout/rich.tsx";

export type Asked = {
  state: string;
  token: FormToken;
  language: Language;
  platform: string;
  company: string | undefined;
};

const hostOf = ({ redirect_url }: Consent) => new URL(redirect_url).host;

/** The page always names the asker: a company without a name is the app at its address. */
const askerOf = (consent: Consent, { company, language }: Named) =>
  company ?? filled(consentWords[language].someApp, { host: hostOf(consent) });

type Named = Pick<Asked, "platform" | "company" | "language">;

const deedOf =
  (act: Act, textOf: (consent: Consent) => ConsentTextName) =>
  (consent: Consent, named: Named): Deed => ({
    act,
    sub: consent.driver_id,
    text: shownText(textOf(consent), named.language),
    livemode: consent.mode === "live",
    terms: {
      platform: named.platform,
      company: askerOf(consent, named),
      host: hostOf(consent),
      account_id: consent.account_id,
    },
    prev: consent.receipt,
  });

export const allowing = deedOf("allow_gig_connection", ({ mode }) =>
  mode === "test" ? "allow_gig_connection_sandbox" : "allow_gig_connection",
);
export const withdrawing = deedOf("withdraw_gig_connection", () => "withdraw_gig_connection");

const TextField = ({ deed }: { deed: Deed }) => (
  <input type="hidden" name="text" value={deed.text.text_sha256} />
);

/** Asks a driver whether a company may read their earnings. It names no driver: links are forwarded. */
export function consentPage(consent: Consent, context: Asked): Result {
  const { state, token, platform, language } = context;
  const words = consentWords[language];
  const company = askerOf(consent, context);
  const { period, periodIs, until, untilIs, stop, stopIs } = words.terms;
  return formPage(
    200,
    filled(words.title, { platform }),
    <>
      <p>
        <Rich text={filled(words.ask, { company, platform })} />
      </p>
      <ul>
        {words.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{words.nothingElse}</p>
      {consent.mode === "test" && <p class="sandbox-note">{filled(words.sandbox, { platform })}</p>}
      <dl class="terms">
        <dt>{period}</dt>
        <dd>{periodIs}</dd>
        <dt>{until}</dt>
        <dd>{untilIs}</dd>
        <dt>{stop}</dt>
        <dd>{filled(stopIs, { company })}</dd>
      </dl>
      <p class="fine">
        <Rich text={filled(words.back, { host: hostOf(consent) })} />
      </p>
    </>,
    {
      token,
      action: `/connect/${state}`,
      options: { formTargets: targetsOf(consent), language, hasOneTask: true },
      children: (
        <>
          <TextField deed={allowing(consent, context)} />
          <div class="choices">
            <button type="submit" name="decision" value="allow">
              {words.allow}
            </button>
            <button type="submit" name="decision" value="refuse" class="button second">
              {words.refuse}
            </button>
          </div>
        </>
      ),
    },
  );
}

/** The policy covers redirects, and an app's callback often leads to another host: so schemes, no host. */
const targetsOf = ({ redirect_url }: Consent): string[] =>
  new URL(redirect_url).protocol === "https:"
    ? ["https:"]
    : ["https:", "http://localhost:*", "http://127.0.0.1:*"];

/** For a second visit, such as a double click or the back button. The first answer counts. */
export function refusedPage(consent: Consent, context: Asked): Result {
  const { language } = context;
  const { title, body } = consentWords[language].refused;
  return htmlResult(
    410,
    title,
    <>
      <p>{body}</p>
      <Back consent={consent} asked={context} answer="refused" />
    </>,
    { language, hasOneTask: true, sign: <Sign is="stopped" /> },
  );
}

/** For a later visit of a driver who allowed: what the company reads now, and how to stop it. */
export const givenPage = (
  consent: Consent,
  context: Asked,
  standing: ReturnType<typeof consentStanding>,
  receipt: Receipt | undefined,
): Result =>
  ({ sharing: sharingPage, stopped: stoppedPage, replaced: replacedPage })[standing](
    consent,
    context,
    <ReceiptCard receipt={receipt} href={`/connect/${context.state}/receipt`} language={context.language} />,
  );

type BackProps = { consent: Consent; asked: Asked; answer: ConsentAnswer };

const Back = ({ consent, asked: { state, language }, answer }: BackProps) => (
  <p>
    <a class="button second" href={returnTo(consent.redirect_url, state, answer)}>
      {filled(consentWords[language].returnTo, { host: hostOf(consent) })}
    </a>
  </p>
);

function sharingPage(consent: Consent, context: Asked, receipt: VNode): Result {
  const { state, token, language, platform } = context;
  const { title, body, how, button } = consentWords[language].sharing;
  return formPage(
    200,
    title,
    <>
      <p>
        <Rich text={filled(body, { company: askerOf(consent, context), platform })} />
      </p>
      <p>{how}</p>
      {receipt}
      <Back consent={consent} asked={context} answer="connected" />
    </>,
    {
      token,
      action: `/connect/${state}`,
      options: { language, hasOneTask: true, sign: <Sign is="done" /> },
      children: (
        <>
          <TextField deed={withdrawing(consent, context)} />
          <button type="submit" name="decision" value="withdraw" class="button second danger">
            {button}
          </button>
        </>
      ),
    },
  );
}

function stoppedPage(consent: Consent, context: Asked, receipt: VNode): Result {
  const { language, platform } = context;
  const { title, ended, body, kept, steps } = consentWords[language].stopped;
  const company = askerOf(consent, context);
  return htmlResult(
    200,
    consent.withdrawn_at === undefined ? ended : title,
    <>
      <p>
        <Rich text={filled(body, { company, platform })} />
      </p>
      <p>{filled(kept, { company })}</p>
      <NextSteps language={language} steps={steps} />
      {receipt}
    </>,
    { language, hasOneTask: true, sign: <Sign is="done" /> },
  );
}

/** Only the newer link can stop the sharing, so this one must not say that it stopped. */
function replacedPage(consent: Consent, context: Asked, receipt: VNode): Result {
  const { language, platform } = context;
  const { title, body, how } = consentWords[language].replaced;
  const company = askerOf(consent, context);
  return htmlResult(
    200,
    title,
    <>
      <p>
        <Rich text={filled(body, { company, platform })} />
      </p>
      <p>{filled(how, { company })}</p>
      {receipt}
    </>,
    { language, hasOneTask: true, sign: <Sign is="done" /> },
  );
}
