import type { Language } from "../../domain/text/language.ts";
import type { Deed } from "../../domain/receipt/receipt.ts";
import { declaredOf } from "../../domain/signup/declared-agent.ts";
import { maskedEmail, plainName } from "../../domain/signup/masking.ts";
import type { LiveSignup } from "../../domain/signup/signup.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shownText } from "../../words/consent-text.ts";
import {
  dayWords,
  filled,
  legalStatements,
  legalWords,
  receiptWords,
  signupWords,
} from "../../words/words.ts";
import { formPage } from "../layout/form-page.tsx";
import { Support } from "../layout/outcome.tsx";
import { Rich } from "../layout/rich.tsx";

/** `language`: the visitor's. Their browser may name none that has a catalogue; then the signup's. */
type Shown = { signup: LiveSignup; token: FormToken; language: Language };
type ShownWithProof = Shown & { proof: string };

const Disclosures = ({ language }: { language: Language }) => {
  const legal = legalStatements(language);
  const title = signupWords[language].disclosures;
  return (
    <section class="part legal" aria-label={title}>
      <h2>{title}</h2>
      {legal.language !== language && <p>{legalWords[language].englishOnly}</p>}
      <ul {...(legal.language !== language && { lang: legal.language })}>
        {legal.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
    </section>
  );
};

/** The page of `signup_url`. Its visitor may be anyone, so it only offers to email the link. */
export function askPage({ signup, token, language }: Shown): Result {
  const { title, who, assistant, unnamed, what, button, learn } = signupWords[language].ask;
  const name = plainName(signup.agent?.name);
  const said = {
    someone: name ? filled(assistant, { name }) : unnamed,
    day: dayWords(signup.created_at, language),
    email: maskedEmail(signup.email),
  };
  return formPage(
    200,
    title,
    <>
      <p>
        <Rich text={filled(who, said)} />
      </p>
      <p>{what}</p>
    </>,
    {
      token,
      action: `/signup/${signup.signup_id}`,
      button,
      after: (
        <p>
          <a href="/">{learn}</a>
        </p>
      ),
      options: { language, hasOneTask: true },
    },
  );
}

/** `partner`: the one to which the owner may give the receipt. */
type Joining = ShownWithProof & { partner: string | undefined; isShared?: boolean };

export const joining = (
  signup: LiveSignup,
  language: Language,
  partner: string | undefined,
  shared: boolean,
): Deed => ({
  act: "join_waitlist",
  text: shownText(partner === undefined ? "join_waitlist" : "join_waitlist_with_partner", language),
  terms: partner === undefined ? {} : { partner, shared },
  ...deedOf(signup),
});

export const declining = (signup: LiveSignup, language: Language): Deed => ({
  act: "decline",
  text: shownText(signup.status === "account_opened" ? "decline_opened" : "decline", language),
  terms: {},
  ...deedOf(signup),
});

const deedOf = (signup: LiveSignup) => ({
  sub: signup.signup_id,
  livemode: true,
  declared: declaredOf(signup),
  prev: signup.receipt,
});

const Mistake = ({ text }: { text: string }) => (
  <p class="mistake" id="consent-mistake" role="alert">
    {text}
  </p>
);

/** The page behind the emailed link, so its visitor is the owner. */
export function confirmPage(
  { signup, proof, token, language, partner, isShared = false }: Joining,
  mistake?: "unchecked" | "changed",
): Result {
  const words = signupWords[language].confirm;
  return formPage(
    mistake ? 400 : 200,
    words.title,
    <>
      <p>
        <Rich text={filled(words.what, { email: maskedEmail(signup.email) })} />
      </p>
      <Disclosures language={language} />
    </>,
    {
      token,
      action: `/signup/${signup.signup_id}/${proof}`,
      button: words.button,
      children: (
        <>
          <input
            type="hidden"
            name="text"
            value={joining(signup, language, partner, isShared).text.text_sha256}
          />
          <label class="check">
            <input
              type="checkbox"
              name="consent"
              value="yes"
              required
              {...(mistake && { "aria-invalid": "true", "aria-describedby": "consent-mistake" })}
            />
            <span>{words.consent}</span>
          </label>
          {mistake && (
            <Mistake text={mistake === "changed" ? receiptWords[language].changed : words.unchecked} />
          )}
          {partner !== undefined && (
            <label class="check">
              <input type="checkbox" name="share" value="yes" checked={isShared} />
              <span>{filled(receiptWords[language].share, { partner })}</span>
            </label>
          )}
        </>
      ),
      after: (
        <p>
          {words.notMe} <a href={`/signup/${signup.signup_id}/${proof}/not-me`}>{words.cancel}</a>
        </p>
      ),
      options: { language, hasOneTask: true, hasDisclosures: true },
    },
  );
}

export function disownPage({ signup, proof, token, language }: ShownWithProof): Result {
  const words = signupWords[language].disown;
  const isOpen = signup.status === "account_opened";
  return formPage(
    200,
    words.title,
    <>
      <p>
        <Rich text={filled(words.what, { email: maskedEmail(signup.email) })} />
      </p>
      {isOpen ? (
        <p>
          {words.opened} <Support />.
        </p>
      ) : (
        <p>{words.noAccount}</p>
      )}
    </>,
    {
      token,
      action: `/signup/${signup.signup_id}/${proof}/not-me`,
      button: isOpen ? words.report : words.button,
      after: (
        <p>
          <a href={`/signup/${signup.signup_id}/${proof}`}>{words.keep}</a>
        </p>
      ),
      options: { language, hasOneTask: true },
    },
  );
}
