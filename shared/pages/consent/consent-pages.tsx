import type { Consent } from "../../domain/earnings/consent.ts";
import { returnTo } from "../../domain/earnings/redirect-url.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";

type Asked = {
  state: string;
  token: FormToken;
  /** The gig platform's name, and the name of the company that asks, if we know it. */
  platform: string;
  company: string | undefined;
};

/**
 * Asks a driver whether a company may read their earnings. It never names the driver: the link may have been
 * forwarded.
 */
export const consentPage = (consent: Consent, { state, token, platform, company }: Asked): Result =>
  formPage(
    200,
    `Connect ${platform}?`,
    <>
      <p>
        <strong>{company ?? "The app that sent you here"}</strong> wants to see your{" "}
        <strong>{platform}</strong> earnings, for the past 90 days and from now on:
      </p>
      <ul>
        <li>your daily pay and tips</li>
        <li>your daily miles and number of jobs</li>
      </ul>
      <p>Nothing else is shared: no password, no bank account, no customer details.</p>
      {consent.mode === "test" && (
        <p class="card">This is a sandbox. The earnings are made up, and we don't contact {platform}.</p>
      )}
      <p class="soft">
        Either way, you'll return to <strong>{new URL(consent.redirect_url).host}</strong>.
      </p>
    </>,
    {
      token,
      action: `/connect/${state}`,
      options: { formTargets: targetsOf(consent) },
      children: (
        <div class="choices">
          <button type="submit" name="decision" value="allow">
            Allow access
          </button>
          <button type="submit" name="decision" value="refuse" class="button second">
            Don't allow
          </button>
        </div>
      ),
    },
  );

/**
 * Browsers check every redirect after a form post against the policy. The app's callback often redirects to
 * another host, so the policy allows schemes and not one host.
 */
const targetsOf = ({ redirect_url }: Consent): string[] =>
  new URL(redirect_url).protocol === "https:"
    ? ["https:"]
    : ["https:", "http://localhost:*", "http://127.0.0.1:*"];

/** For a second answer, by a double click or the back button. The first answer counts. */
export const answeredPage = ({ redirect_url, answer = "refused" }: Consent, state: string): Result =>
  htmlResult(
    410,
    "You've already responded",
    <>
      <p>
        {answer === "connected" ? "You allowed access." : "You didn't allow access."} This link works only
        once.
      </p>
      <p>
        <a class="button" href={returnTo(redirect_url, state, answer)}>
          Return to {new URL(redirect_url).host}
        </a>
      </p>
    </>,
  );
