import type { ComponentChildren } from "preact";
import type { MemberRole } from "../../domain/account/member.ts";
import { brand } from "../../domain/brand.ts";
import { formFieldOf } from "../../http/guard/form-id.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Form, mistakesById, type Sent } from "../layout/form.tsx";
import { MistakeSummary } from "../layout/form-mistakes.tsx";
import { htmlResult, type Link, Links } from "../layout/layout.tsx";

/** What each page of the dashboard shows of its visitor. */
export type Shown = {
  csrf: string;
  /** All forms of the page have this one-time id. */
  formId: string;
  /** The form that was sent, if the page shows it again. */
  sent?: Sent;
  path: string;
  email: string;
  member_id: string;
  role: MemberRole;
  company: string;
  isVerified: boolean;
  isSuspended: boolean;
  mode: "test" | "live";
};

type FrameOptions = { status?: number; notice?: string | undefined };

export const sections = (mode: string): Link[] => [
  [`/developers/home/${mode}`, "Home"],
  [`/developers/money/${mode}`, "Money"],
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
        <Form action="/developers/account/sign-out" hidden={hiddenOf(shown)}>
          <button type="submit" class="plain">
            Sign out
          </button>
        </Form>
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
      {(notice ?? keptNotice(shown)) && (
        <p class="notice" role="status">
          {notice ?? keptNotice(shown)}
        </p>
      )}
      {shown.sent && <SentMistakes sent={shown.sent} />}
      <h1>{title}</h1>
      {content}
    </div>,
    { wide: true, forDevelopers: true, script: DEVELOPERS_SCRIPT },
  );

const keptNotice = ({ sent }: Shown): string | undefined =>
  sent?.isKept &&
  `We kept what you typed${sent.action.endsWith("/profile") ? ", except the EIN" : ""}. Check it, and send it again.`;

const SentMistakes = ({ sent }: { sent: Sent }) => {
  const mistakes = mistakesById(sent);
  const { "": atNoField, ...labels } = mistakes;
  return (
    <MistakeSummary
      mistakes={mistakes}
      labels={labels}
      {...(atNoField !== undefined && { title: "We couldn't do that" })}
    />
  );
};

/** The section's link that leads to the page, or to the page above it. */
export function sectionOf({ path, mode }: Shown): string | undefined {
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

const hiddenOf = ({ csrf, formId }: Shown) => formFieldOf(csrf, formId);

type PostFormProps = {
  shown: Shown;
  action: string;
  button: string;
  kind?: "second" | "danger" | "small" | undefined;
  /** Names the object for screen readers, where a page repeats the button. */
  of?: string;
  hidden?: Readonly<Record<string, string>>;
  children?: ComponentChildren;
};

export const PostForm = ({ shown, action, button, kind, of, hidden, children }: PostFormProps) => (
  <Form action={action} hidden={{ ...hiddenOf(shown), ...hidden }} sent={shown.sent}>
    {children}
    <button type="submit" class={kind}>
      {button}
      {of && <span class="quiet"> {of}</span>}
    </button>
  </Form>
);

/** An instant in words, in UTC. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
);

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
] as const;

/** How long ago an instant was. Its title, and a text for screen readers, have the exact time in UTC. */
export const Ago = ({ at, now }: { at: string; now: Date }) => {
  const seconds = (now.getTime() - Date.parse(at)) / 1000;
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [];
  const exact = exactTime(at);
  return (
    <time dateTime={at} title={exact}>
      {size === undefined ? "just now" : `${Math.floor(seconds / size)} ${unit} ago`}
      <span class="quiet">, {exact}</span>
    </time>
  );
};

/** To the millisecond, as timelines show it. */
export const exactTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 23)} UTC`;

/** Names and what they are. What has no value is left out. */
export const Facts = ({ of }: { of: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(of).map(
      ([name, value]) =>
        value && (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ),
    )}
  </dl>
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
