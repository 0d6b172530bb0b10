import { brand } from "../../domain/brand.ts";
import { maskedEmail } from "../../domain/signup/masking.ts";
import { type LiveSignup, mailLimits, type Signup } from "../../domain/signup/signup.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";

const Disclosures = () => (
  <section class="card" aria-label="Disclosures">
    <h2>Before you go on</h2>
    <ul>
      {brand.statements.map((statement) => (
        <li key={statement}>{statement}</li>
      ))}
    </ul>
  </section>
);

/** For whoever opens `signup_url`: says what was asked for, and offers to mail the link that confirms. */
export const askPage = ({ signup_id, email }: LiveSignup, token: FormToken): Result =>
  formPage(
    200,
    `Your ${brand.productName} signup`,
    <>
      <p>
        Someone, perhaps an assistant you use, started a signup with {brand.serviceName} for{" "}
        <strong>{maskedEmail(email)}</strong>.
      </p>
      <p>{brand.description}</p>
      <p>Only the owner of that address can confirm it. We will mail you the link that does.</p>
      <Disclosures />
    </>,
    { token, action: `/signup/${signup_id}`, button: "Send me my confirmation link" },
  );

/** The same after asking, whatever came of it: who asked is not known to be the owner. */
export const mailedPage = (signupId: string, sendsMail: boolean): Result =>
  sendsMail ? checkMailPage(signupId) : noMailPage();

const noMailPage = (): Result =>
  htmlResult(
    200,
    "No mail goes out from here",
    <p>
      This copy of {brand.serviceName} has no sender of mail, so nobody's signup can be confirmed here.
      Whoever runs it can give it one, by its setting mailFrom.
    </p>,
  );

const checkMailPage = (signupId: string): Result =>
  htmlResult(
    200,
    "Check your mail",
    <>
      <p>
        If the signup still waits for its owner, a link to confirm is on its way. It can take a minute; look
        among the unwanted mail, too.
      </p>
      <p>
        Nothing came? <a href={`/signup/${encodeURIComponent(signupId)}`}>Ask for it again</a>. We send it at
        most once a minute, {mailLimits.perDay} times a day and {mailLimits.inAll} times in all.
      </p>
    </>,
  );

/** For the owner, who came by the mailed link. */
export const confirmPage = (signup: LiveSignup, proof: string, token: FormToken, mistake?: string): Result =>
  formPage(
    mistake ? 400 : 200,
    `Join the waitlist for your ${brand.productName}`,
    <>
      <p>
        This confirms the signup for <strong>{maskedEmail(signup.email)}</strong> and puts you on the
        waitlist. No account is opened yet, and no money moves.
      </p>
      <Disclosures />
    </>,
    {
      token,
      action: `/signup/${signup.signup_id}/${proof}`,
      button: "Confirm",
      children: (
        <>
          <label class="check">
            <input
              type="checkbox"
              name="consent"
              value="yes"
              required
              {...(mistake && { "aria-invalid": "true", "aria-describedby": "consent-mistake" })}
            />
            <span>I have read this, and I want to join the waitlist.</span>
          </label>
          {mistake && (
            <p class="mistake" id="consent-mistake" role="alert">
              {mistake}
            </p>
          )}
        </>
      ),
      after: (
        <p>
          Not yours? <a href={`/signup/${signup.signup_id}/${proof}/not-me`}>This wasn't me</a>
        </p>
      ),
    },
  );

export const disownPage = (signup: LiveSignup, proof: string, token: FormToken): Result =>
  formPage(
    200,
    "This wasn't you?",
    <>
      <p>
        We will make every link that we mailed useless, and send no more mail to{" "}
        <strong>{maskedEmail(signup.email)}</strong>.
      </p>
      {signup.status === "account_opened" ? (
        <p>
          An account has been opened with this signup already. We will note that it wasn't you, but this does
          not close the account: please write to {<Support />} too.
        </p>
      ) : (
        <p>No account will be opened with this signup.</p>
      )}
    </>,
    { token, action: `/signup/${signup.signup_id}/${proof}/not-me`, button: "This wasn't me" },
  );

/** What saying so has done. An account that is open is not closed by a click. */
export const disownedPage = ({ status }: Pick<Signup, "status">): Result =>
  htmlResult(
    200,
    "Thank you for telling us",
    status === "account_opened" ? (
      <>
        <p>We have noted it. The links no longer work, and no more mail is sent.</p>
        <p>
          But an account had been opened with this signup before, and it is still open: please write to{" "}
          {<Support />}, so that a person looks into it.
        </p>
      </>
    ) : (
      <p>
        The links no longer work, we will not write to you again, and no account will be opened with this
        signup.
      </p>
    ),
  );

export const sandboxPage = (): Result =>
  htmlResult(
    200,
    "This is a sandbox signup",
    <p>
      It is a developer's rehearsal. No account is opened, nobody is mailed, and nothing about a person is
      kept.
    </p>,
  );

/** Where a signup stands that nobody has to confirm any more. */
export function standingPage({ status }: Pick<Signup, "status">): Result {
  return status === "account_opened"
    ? htmlResult(
        200,
        "Your account is open",
        <p>There is nothing to confirm. Questions? Write to {<Support />}.</p>,
      )
    : htmlResult(
        200,
        "You are on the waitlist",
        <p>
          Your signup is confirmed. We will write to you when accounts open. Questions? Write to {<Support />}
          .
        </p>,
      );
}

const Support = () => <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;
