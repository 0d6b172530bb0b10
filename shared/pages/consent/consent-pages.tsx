import type { Consent } from "../../domain/earnings/consent.ts";
import { returnTo } from "../../domain/earnings/redirect-url.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";

type Asked = {
  state: string;
  token: FormToken;
  /** The platform's name, and the asking company's where it has told us one. */
  platform: string;
  company: string | undefined;
};

/** Asks a driver whether a company may see what they earn. Names nobody: the link may be in other hands. */
export const consentPage = (consent: Consent, { state, token, platform, company }: Asked): Result =>
  formPage(
    200,
    `Connect ${platform}?`,
    <>
      <p>
        <strong>{company ?? "The app you come from"}</strong> asks to see what you earn on{" "}
        <strong>{platform}</strong>:
      </p>
      <ul>
        <li>your pay and tips of each day, from the last 90 days on</li>
        <li>how many miles and jobs they were for</li>
      </ul>
      <p>Nothing else is shared: no password, no bank account, no customer.</p>
      {consent.mode === "test" && (
        <p class="card">This is a sandbox. The earnings are invented, and {platform} is not asked.</p>
      )}
      <p class="soft">
        Whatever you choose, you return to <strong>{new URL(consent.redirect_url).host}</strong>.
      </p>
    </>,
    {
      token,
      action: `/connect/${state}`,
      options: { formTargets: targetsOf(consent) },
      children: (
        <div class="choices">
          <button type="submit" name="decision" value="allow">
            Allow
          </button>
          <button type="submit" name="decision" value="refuse" class="button second">
            Refuse
          </button>
        </div>
      ),
    },
  );

/**
 * Schemes and not just the one host: where the driver returns to often leads on at once, from a callback to an app, and browsers hold the whole
 * chain to the policy.
 */
const targetsOf = ({ redirect_url }: Consent): string[] =>
  new URL(redirect_url).protocol === "https:"
    ? ["https:"]
    : ["https:", "http://localhost:*", "http://127.0.0.1:*"];

/** For who answers once more, by a second click or the way back: what was said first stands. */
export const answeredPage = ({ redirect_url, answer = "refused" }: Consent, state: string): Result =>
  htmlResult(
    410,
    "You have answered already",
    <>
      <p>{answer === "connected" ? "You allowed it." : "You refused."} This link has done its work.</p>
      <p>
        <a class="button" href={returnTo(redirect_url, state, answer)}>
          Go on to {new URL(redirect_url).host}
        </a>
      </p>
    </>,
  );
