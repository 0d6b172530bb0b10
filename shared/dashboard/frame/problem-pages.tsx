import { brand } from "../../domain/brand/brand.ts";
import { errors, type Problem } from "../../contract/errors.ts";
import type { MemberRole } from "../../domain/account/member.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { Link } from "../../pages/layout/layout.tsx";
import { sentence } from "../../pages/layout/form-mistakes.tsx";
import { dashboardPage, PostForm } from "./frame.tsx";
import type { Shown } from "./shown.tsx";
import { sectionOf } from "./navigation.tsx";

const STEP_UP = "/developers/account/step-up";

export const missingPage = (shown: Shown): Result =>
  dashboardPage(shown, "Not found", <p>This page or object doesn't exist in your account.</p>, {
    status: 404,
  });

const ROLES: Record<MemberRole, string> = {
  admin: "an admin",
  developer: "a developer",
  approver: "an approver",
  viewer: "a viewer",
};

export const wrongRolePage = (shown: Shown, least: MemberRole): Result =>
  dashboardPage(
    shown,
    "Ask an admin",
    <p>
      You're {ROLES[shown.role]} of this account, and only {ROLES[least]} can do this. An admin can change
      your role on the Team page.
    </p>,
    { status: 403 },
  );

export const dashboardProblem = (shown: Shown, problem: Problem): Result => {
  const [status] = errors[problem.code];
  const section = sectionOf(shown);
  return dashboardPage(
    shown,
    "We couldn't do that",
    <>
      <p class="mistakes">{sentence(problem.message)}</p>
      {section && (
        <p>
          Go to <a href={section[0]}>{section[1]}</a>.
        </p>
      )}
    </>,
    { status },
  );
};

type ShownAlready = { what: string; text: string; to: Link };

/** For a reload of a page that showed a secret once. */
export const shownAlreadyPage = (shown: Shown, { what, text, to: [href, label] }: ShownAlready): Result =>
  dashboardPage(
    shown,
    `We showed this ${what} already`,
    <>
      <p>{`We created the ${what} once, and showed it once. ${text}`}</p>
      <p>
        <a class="button second" href={href}>
          {label}
        </a>
      </p>
    </>,
    { status: 410 },
  );

type StepUpProps = { next: string; passkey?: object };

/** A form that was sent is kept in the browser, so its page has what was typed. */
export const stepUpPage = (shown: Shown, { next, passkey }: StepUpProps): Result =>
  dashboardPage(
    shown,
    "Confirm it's you",
    passkey ? (
      <>
        <p>This change needs your passkey. Then you have ten minutes for changes like this.</p>
        <PostForm action={STEP_UP} passkey={passkey} button="Use your passkey" hidden={{ next }} />
        <p class="fine">
          Lost it? Another admin can remove your passkeys on the Team page, or write to{" "}
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
        </p>
      </>
    ) : (
      <>
        <p>
          This change needs a fresh link from your mailbox. We email it to <strong>{shown.email}</strong>.
          Open it in this browser within 15 minutes. Then you have ten minutes for changes like this.
        </p>
        <PostForm action={STEP_UP} button="Email me a link" hidden={{ next }} />
      </>
    ),
    { status: shown.path === STEP_UP ? 200 : 403 },
  );
