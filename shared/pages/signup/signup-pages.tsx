import { brand } from "../../domain/brand.ts";
import { maskedEmail } from "../../domain/signup/masking.ts";
import { type LiveSignup, mailboxLimits, mailLimits, type Signup } from "../../domain/signup/signup.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";

const Disclosures = () => (
  <section class="card" aria-label="Disclosures">
    <h2>Before you continue</h2>
    <ul>
      {brand.statements.map((statement) => (
        <li key={statement}>{statement}</li>
      ))}
    </ul>
  </section>
);

/**
 * The page behind `signup_url`. Its visitor may not be the owner, so it only offers to email the link that
 * confirms.
 */
export const askPage = ({ signup_id, email }: LiveSignup, token: FormToken): Result =>
  formPage(
    200,
    `Your ${brand.productName} signup`,
    <>
      <p>
        Someone, possibly an assistant you use, started a {brand.serviceName} signup for{" "}
        <strong>{maskedEmail(email)}</strong>.
      </p>
      <p>{brand.description}</p>
      <p>Only the owner of that email can confirm. We'll send the confirmation link to it.</p>
      <Disclosures />
    </>,
    { token, action: `/signup/${signup_id}`, button: "Email me the confirmation link" },
  );

/** The same page whether or not an email was sent: the visitor may not be the owner. */
export const mailedPage = (signupId: string, sendsMail: boolean): Result =>
  sendsMail ? checkMailPage(signupId) : noMailPage();

const noMailPage = (): Result =>
  htmlResult(
    200,
    "Email isn't set up here",
    <p>
      This copy of {brand.serviceName} can't send email, so you can't confirm a signup here. If you operate
      it, set mailFrom.
    </p>,
  );

const checkMailPage = (signupId: string): Result =>
  htmlResult(
    200,
    "Check your email",
    <>
      <p>
        If this signup still needs confirming, we have emailed you a link or are about to. Look for emails
        from {brand.serviceName}, in your spam folder, too. The newest can take a minute.
      </p>
      <p>
        Didn't get it? <a href={`/signup/${encodeURIComponent(signupId)}`}>Send it again</a>. We send at most
        one email a minute, {mailboxLimits.button.count} a day on request, and {mailLimits.inAll} in total for
        a signup. After that, use a link that we already sent.
      </p>
    </>,
  );

/** The page behind the emailed link, so its visitor is the owner. */
export const confirmPage = (signup: LiveSignup, proof: string, token: FormToken, mistake?: string): Result =>
  formPage(
    mistake ? 400 : 200,
    `Join the waitlist for your ${brand.productName}`,
    <>
      <p>
        This confirms the signup for <strong>{maskedEmail(signup.email)}</strong> and adds you to the
        waitlist. It doesn't open an account or move any money.
      </p>
      <Disclosures />
    </>,
    {
      token,
      action: `/signup/${signup.signup_id}/${proof}`,
      button: "Confirm and join the waitlist",
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
            <span>I have read this and want to join the waitlist.</span>
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
          Didn't request this? <a href={`/signup/${signup.signup_id}/${proof}/not-me`}>Cancel the signup</a>
        </p>
      ),
    },
  );

export const disownPage = (signup: LiveSignup, proof: string, token: FormToken): Result =>
  formPage(
    200,
    "Didn't request this?",
    <>
      <p>
        We'll cancel every link we sent to <strong>{maskedEmail(signup.email)}</strong> and stop emailing you.
      </p>
      {signup.status === "account_opened" ? (
        <p>
          An account has already been opened with this signup. We'll record that it wasn't you, but that
          doesn't close the account. Please email {<Support />}, too.
        </p>
      ) : (
        <p>No account will be opened with this signup.</p>
      )}
    </>,
    {
      token,
      action: `/signup/${signup.signup_id}/${proof}/not-me`,
      button: signup.status === "account_opened" ? "Report that this wasn't me" : "Cancel this signup",
    },
  );

/** The result. It cannot close an open account, so that case names the support address. */
export const disownedPage = ({ status }: Pick<Signup, "status">): Result =>
  htmlResult(
    200,
    "Thanks for letting us know",
    status === "account_opened" ? (
      <>
        <p>We've recorded your report. The links no longer work, and we won't email you again.</p>
        <p>
          An account was already opened with this signup, and it is still open. Please email {<Support />} so
          that someone can look into it.
        </p>
      </>
    ) : (
      <p>
        The links no longer work, we won't email you again, and no account will be opened with this signup.
      </p>
    ),
  );

export const sandboxPage = (): Result =>
  htmlResult(
    200,
    "This is a sandbox signup",
    <p>
      A developer is testing signups. This one doesn't open an account, send email or store personal data.
    </p>,
  );

/** The status of a signup that needs no confirmation any more. */
export function standingPage({ status }: Pick<Signup, "status">): Result {
  if (status === "declined") {
    return htmlResult(
      200,
      "This signup was canceled",
      <p>
        The owner of this email canceled it. No account will be opened with it. Questions? Email {<Support />}
        .
      </p>,
    );
  }
  return status === "account_opened"
    ? htmlResult(
        200,
        "Your account is open",
        <p>You have nothing left to confirm. Questions? Email {<Support />}.</p>,
      )
    : htmlResult(
        200,
        "You're on the waitlist",
        <p>Your signup is confirmed. We'll email you when accounts open. Questions? Email {<Support />}.</p>,
      );
}

const Support = () => <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;
