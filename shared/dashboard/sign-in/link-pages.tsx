import { maskedEmail } from "../../domain/signup/masking.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { formPage } from "../../pages/layout/form-page.tsx";
import { htmlResult } from "../../pages/layout/layout.tsx";

type SentProps = {
  isMailOn: boolean;
  isLocal: boolean;
  isProof: boolean;
  /** It asks for an account. */
  isNew: boolean;
  /** There is no room for the email just now. */
  waits: boolean;
};

const developers = { forDevelopers: true };

/** The same for every address, so that it reveals none. */
export const sentPage = ({ isMailOn, isLocal, isProof, isNew, waits }: SentProps): Result =>
  isMailOn
    ? htmlResult(
        200,
        "Check your email",
        <>
          <p>
            {isProof
              ? "We'll send you a link to confirm it's you."
              : isNew
                ? "We'll send you a link that creates your account."
                : "If you can sign in with this email, we'll send you a link."}{" "}
            It works once, for 15 minutes after we send it, in this browser.
          </p>
          {waits && (
            <p class="notice">
              Email is busy right now, so the link can take hours. Your request keeps its place for a day. You
              don't need to ask again.
            </p>
          )}
          {isLocal && (
            <p class="notice">
              This copy of the service runs on one machine. <a href="/_local/mailbox">Open its mailbox</a>.
            </p>
          )}
          <p class="soft">
            Nothing after a minute? Check your spam folder and the address, or{" "}
            <a href="/developers">try again</a>. A mailbox gets at most five links an hour.
          </p>
        </>,
        developers,
      )
    : htmlResult(
        200,
        "Email is off",
        <p>
          Email is not configured on this deployment, so sign-in is not possible. Operators: set{" "}
          <code>mailFrom</code>.
        </p>,
        developers,
      );

type LinkProps = {
  token: FormToken;
  action: string;
  choices: readonly { account_id: string; company: string }[];
  login: Partial<Record<"company" | "session" | "sandbox", string | undefined>> & { email: string };
};

export function linkPage({ token, action, choices, login }: LinkProps): Result {
  const who = <strong>{maskedEmail(login.email)}</strong>;
  if (login.session !== undefined)
    return formPage(200, "Confirm it's you", <p>Confirm that you still use {who}.</p>, {
      token,
      action,
      options: developers,
      button: "Confirm",
    });
  if (login.company !== undefined)
    return formPage(
      200,
      "Create your account",
      <p>
        Create an account for {login.company} as {who}.
        {login.sandbox !== undefined && " It starts with the drivers and payouts of your sandbox."}
      </p>,
      {
        token,
        action,
        options: developers,
        button: "Create account and sign in",
      },
    );
  if (choices.length <= 1)
    return formPage(200, "Sign in", <p>Sign in as {who}.</p>, {
      token,
      action,
      options: developers,
      button: "Sign in",
    });
  return formPage(200, "Choose an account", <p>{who} is a member of these accounts.</p>, {
    token,
    action,
    options: developers,
    children: (
      <div class="stack">
        {choices.map(({ account_id, company }) => (
          <button key={account_id} type="submit" name="account" value={account_id}>
            {company}
          </button>
        ))}
      </div>
    ),
  });
}

const Again = () => (
  <p>
    <a class="button" href="/developers">
      Get a new link
    </a>
  </p>
);

export const usedLinkPage = (): Result =>
  htmlResult(
    404,
    "This link doesn't work any more",
    <>
      <p>A sign-in link works once, for 15 minutes. This one was used, has expired or is incomplete.</p>
      <Again />
    </>,
    developers,
  );

export const otherBrowserPage = (): Result =>
  htmlResult(
    403,
    "Open the link in the other browser",
    <>
      <p>
        A sign-in link only works in the browser that asked for it, so no one else who sees your email can use
        it. Copy the link into that browser, or get a new one here.
      </p>
      <Again />
    </>,
    developers,
  );
