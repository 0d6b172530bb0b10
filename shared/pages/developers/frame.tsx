import type { ComponentChildren } from "preact";
import type { Problem } from "../../contract/errors.ts";
import { errors } from "../../contract/errors.ts";
import type { MemberRole } from "../../domain/account/member.ts";
import { brand } from "../../domain/brand.ts";
import { FORM_TOKEN_FIELD } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { sentence } from "../layout/form-mistakes.tsx";
import { htmlResult, type Link, Links } from "../layout/layout.tsx";

/** What each page of the dashboard shows of its visitor. */
export type Shown = {
  csrf: string;
  path: string;
  email: string;
  member_id: string;
  role: MemberRole;
  company: string;
  isVerified: boolean;
  isSuspended: boolean;
  isProved: boolean;
  mode: "test" | "live";
};

type FrameOptions = { status?: number; notice?: string | undefined };

const sections = (mode: string): Link[] => [
  [`/developers/home/${mode}`, "Home"],
  [`/developers/playground/test`, "Playground"],
  [`/developers/keys/${mode}`, "Keys"],
  [`/developers/webhooks/${mode}`, "Webhooks"],
  [`/developers/home/${mode}/requests`, "Requests"],
  [`/developers/account/${mode}`, "Account"],
];

/** A page of the dashboard: the account's name, the mode, the sections, then `content`. */
export const dashboardPage = (
  shown: Shown,
  title: string,
  content: ComponentChildren,
  { status = 200, notice }: FrameOptions = {},
): Result =>
  htmlResult(
    status,
    title,
    <div class="dash">
      <div class="bar">
        <p class="whose">
          <strong>{shown.company}</strong>
          <span class="soft">{shown.email}</span>
        </p>
        <ModeSwitch shown={shown} />
        <form method="post" action="/developers/account/sign-out">
          <Token shown={shown} />
          <button type="submit" class="plain">
            Sign out
          </button>
        </form>
      </div>
      <nav class="sections" aria-label="Dashboard">
        <Links to={sections(shown.mode)} path={sectionOf(shown)} />
      </nav>
      {shown.isSuspended && (
        <p class="mistakes">
          Our team suspended this account. Its keys get a 403, and you can change nothing but sessions and the
          team. Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
        </p>
      )}
      {notice && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <h1>{title}</h1>
      {content}
    </div>,
    { wide: true, forDevelopers: true, script: DEVELOPERS_SCRIPT },
  );

/** The section's link that leads to the page, or to the page above it. */
function sectionOf({ path, mode }: Shown): string | undefined {
  const fitting = sections(mode).filter(([href]) => path === href || path.startsWith(`${href}/`));
  return fitting.map(([href]) => href).sort((a, b) => b.length - a.length)[0];
}

/** The lists below a section. An object belongs to one mode, and its page has no counterpart. */
const LISTS = ["requests", "events", "profile", "team", "activity"];

/** The playground exists once, so there the switch leads home. */
function ModeSwitch({ shown: { path, mode } }: { shown: Shown }) {
  const [, , page = "home", , list = "", object] = path.split("/");
  const of = page === "playground" ? "home" : page;
  const rest = LISTS.includes(list) && object === undefined ? `/${list}` : "";
  return (
    <nav class="modes" aria-label="Mode">
      {(["test", "live"] as const).map((one) => (
        <a
          key={one}
          href={`/developers/${of}/${one}${rest}`}
          {...(one === mode && { "aria-current": "true" as const })}
        >
          {one === "test" ? "Test" : "Live"}
        </a>
      ))}
    </nav>
  );
}

/** The field that proves that a form is from the visitor's own page. */
const Token = ({ shown }: { shown: Pick<Shown, "csrf"> }) => (
  <input type="hidden" name={FORM_TOKEN_FIELD} value={shown.csrf} />
);

type PostFormProps = {
  shown: Shown;
  action: string;
  button: string;
  kind?: "second" | "danger" | "small" | undefined;
  /** Names the object for screen readers, where a page repeats the button. */
  of?: string;
  children?: ComponentChildren;
};

export const PostForm = ({ shown, action, button, kind, of, children }: PostFormProps) => (
  <form method="post" action={action}>
    <Token shown={shown} />
    {children}
    <button type="submit" class={kind}>
      {button}
      {of && <span class="quiet"> {of}</span>}
    </button>
  </form>
);

export const missingPage = (shown: Shown): Result =>
  dashboardPage(shown, "Not found", <p>This page or object doesn't exist in your account.</p>, {
    status: 404,
  });

const ROLES: Record<MemberRole, string> = { admin: "an admin", developer: "a developer", viewer: "a viewer" };

export const wrongRolePage = (shown: Shown, least: MemberRole): Result =>
  dashboardPage(
    shown,
    "Ask an admin",
    <p>
      You're {ROLES[shown.role]} of this account, and only {ROLES[least]} can do this. An admin can change
      your role on the Account page.
    </p>,
    { status: 403 },
  );

/** A form's mistake. Browsers need not keep what was typed, because they must not store our pages. */
export const dashboardProblem = (shown: Shown, problem: Problem): Result => {
  const [status] = errors[problem.code];
  const section = sectionOf(shown);
  const [, label] = sections(shown.mode).find(([href]) => href === section) ?? [];
  return dashboardPage(
    shown,
    "We couldn't do that",
    <>
      <p class="mistakes">{sentence(problem.message)}</p>
      {section && (
        <p>
          Your browser's Back button leads to the form, which can be empty. Or go to{" "}
          <a href={section}>{label}</a>.
        </p>
      )}
    </>,
    { status },
  );
};

/** An instant in words, in UTC. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
);

/** The link to the next page of a list, which continues before the object `before`. */
export const Older = ({ href, before }: { href: string; before: string | undefined }) =>
  before === undefined ? null : (
    <p>
      <a href={`${href}${href.includes("?") ? "&" : "?"}before=${before}`}>Older</a>
    </p>
  );

export const Empty = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
);
