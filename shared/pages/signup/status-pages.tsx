import type { Language } from "../../domain/text/language.ts";
import type { Receipt } from "../../domain/receipt/receipt.ts";
import { mailboxLimits, mailLimits, type Signup } from "../../domain/signup/signup.ts";
import type { Result } from "../../http/serve/responses.ts";
import { filled, signupWords } from "../../words/words.ts";
import { htmlResult } from "../layout/layout.tsx";
import { NextSteps, Questions, Sign, Support } from "../layout/outcome.tsx";
import { ReceiptCard } from "../layout/receipt-card.tsx";

type Standing = Pick<Signup, "signup_id" | "status">;

type Owned = { receipt: Receipt | undefined; proof: string };

const receiptOf = ({ signup_id }: Standing, language: Language, owned: Owned | undefined) =>
  owned && (
    <ReceiptCard
      receipt={owned.receipt}
      href={`/signup/${signup_id}/${owned.proof}/receipt`}
      language={language}
    />
  );

/** The same page whether or not an email was sent: the visitor may not be the owner. */
export function mailedPage(
  signupId: string,
  { sendsMail, waits, language }: { sendsMail: boolean; waits: boolean; language: Language },
): Result {
  const { emailed, noMail } = signupWords[language];
  if (!sendsMail) return htmlResult(200, noMail.title, <p>{noMail.body}</p>, { language, hasOneTask: true });
  return htmlResult(
    200,
    emailed.title,
    <>
      <p>{waits ? emailed.waits : emailed.look}</p>
      <NextSteps language={language} steps={emailed.steps} />
      <p>
        {emailed.again} <a href={`/signup/${encodeURIComponent(signupId)}`}>{emailed.link}</a>.
      </p>
      <p class="fine">
        {filled(emailed.limits, { aDay: mailboxLimits.button.count, inAll: mailLimits.inAll })}
      </p>
    </>,
    { language, hasOneTask: true, sign: <Sign is="sent" /> },
  );
}

/** The result. It cannot close an open account, so that case names the support address. */
export function disownedPage(signup: Standing, language: Language, owned: Owned): Result {
  const { disowned } = signupWords[language];
  const receipt = receiptOf(signup, language, owned);
  return htmlResult(
    200,
    disowned.title,
    signup.status === "account_opened" ? (
      <>
        <p>{disowned.recorded}</p>
        <p>
          {disowned.opened} <Support />.
        </p>
        {receipt}
      </>
    ) : (
      <>
        <p>{disowned.done}</p>
        <NextSteps language={language} steps={disowned.steps} />
        {receipt}
      </>
    ),
    { language, hasOneTask: true, sign: <Sign is="done" /> },
  );
}

export function sandboxPage(language: Language): Result {
  const { title, body, link } = signupWords[language].sandbox;
  return htmlResult(
    200,
    title,
    <>
      <p>{body}</p>
      <p>
        <a href="/docs/testing">{link}</a>
      </p>
    </>,
    { language, hasOneTask: true },
  );
}

export function standingPage(signup: Standing, language: Language, owned?: Owned): Result {
  const { status } = signup;
  const words = signupWords[language];
  if (status === "declined") {
    return htmlResult(
      200,
      words.declined.title,
      <>
        <p>{words.declined.body}</p>
        <Questions language={language} />
      </>,
      { language, hasOneTask: true, sign: <Sign is="stopped" /> },
    );
  }
  const { title, body, steps } = status === "account_opened" ? words.opened : words.joined;
  return htmlResult(
    200,
    title,
    <>
      <p>{body}</p>
      <NextSteps language={language} steps={steps} />
      {receiptOf(signup, language, owned)}
      <p>
        <a class="button second" href="/#check">
          {words.joined.check}
        </a>
      </p>
      <Questions language={language} />
    </>,
    { language, hasOneTask: true, sign: <Sign is="done" /> },
  );
}
