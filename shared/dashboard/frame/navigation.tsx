import type { ComponentChildren } from "preact";
import { hasRole } from "../../domain/account/member.ts";
import { brand } from "../../domain/brand/brand.ts";
import { formFieldOf } from "../../http/guard/form-id.ts";
import { Form } from "../../pages/layout/form.tsx";
import { type Link, Links } from "../../pages/layout/layout.tsx";
import { Mark } from "../../pages/layout/mark.tsx";
import type { Shown } from "./shown.tsx";

/** The navigation, in groups. A viewer and a developer have no links to what they may not see. */
const groups = ({ mode, role }: Pick<Shown, "mode" | "role">): Link[][] => [
  [
    [`/developers/home/${mode}`, "Home"],
    [`/developers/payouts/${mode}`, "Payouts"],
    [`/developers/proposals/${mode}`, "Proposals"],
    [`/developers/drivers/${mode}`, "Drivers"],
    [`/developers/drivers/${mode}/earnings`, "Earnings"],
    [`/developers/money/${mode}`, "Money"],
    ...(hasRole(role, "admin") ? [[`/developers/account/${mode}/forms`, "Tax forms"] as const] : []),
  ],
  [
    [`/developers/home/${mode}/requests`, "Requests"],
    [`/developers/webhooks/${mode}/events`, "Events"],
    [`/developers/webhooks/${mode}`, "Webhooks"],
    [`/developers/keys/${mode}`, "Keys"],
  ],
  [
    [`/developers/account/${mode}/go-live`, "Go live"],
    [`/developers/account/${mode}`, "Account"],
    [`/developers/account/${mode}/profile`, "Legal profile"],
    [`/developers/account/${mode}/team`, "Team"],
    ...(hasRole(role, "admin") ? [[`/developers/account/${mode}/activity`, "Activity"] as const] : []),
  ],
];

export function sectionOf(shown: Pick<Shown, "mode" | "role" | "path">): Link | undefined {
  const fitting = groups(shown)
    .flat()
    .filter(([href]) => shown.path === href || shown.path.startsWith(`${href}/`));
  return fitting.sort(([a], [b]) => b.length - a.length)[0];
}

/** The folded navigation and the menu are popovers, which need no script. */
export const Navigation = ({ shown, children }: { shown: Shown; children: ComponentChildren }) => {
  const [accountGroup, developers, account] = groups(shown);
  const path = sectionOf(shown)?.[0];
  return (
    <>
      <nav id="nav" popover class="side" aria-label="Dashboard">
        <button type="button" class="shut" popovertarget="nav">
          Close
        </button>
        <a class="brand" href={`/developers/home/${shown.mode}`}>
          <Mark />
          <bdi>{shown.company}</bdi>
        </a>
        <ModeSwitch shown={shown} />
        <Links to={accountGroup ?? []} path={path} />
        <h2>Developers</h2>
        <Links to={developers ?? []} path={path} />
        <div class="last">
          <Links to={account ?? []} path={path} />
        </div>
      </nav>
      <header class="top">
        <button type="button" class="burger" popovertarget="nav">
          Menu
        </button>
        <search>
          <form method="get" action={`/developers/home/${shown.mode}/find`}>
            <input
              type="search"
              name="q"
              aria-label="Find"
              placeholder="Find a name, email, amount or ID"
              title="Ctrl+K or /"
              autocomplete="off"
              maxLength={100}
              data-find
            />
          </form>
        </search>
        <span class="flag">{shown.mode === "test" ? "Test mode" : "Live mode"}</span>
        <button type="button" class="who" popovertarget="me">
          <span class="face" aria-hidden="true">
            {shown.email.slice(0, 2).toUpperCase()}
          </span>
          <span class="quiet">Your account</span>
        </button>
      </header>
      <div id="me" popover class="pop">
        <p class="whom">
          {shown.email} <span class="soft">({shown.role})</span>
        </p>
        <Links
          to={[
            ["/developers/account/test#sessions", "Your sessions"],
            [brand.docsPath, "Docs"],
          ]}
        />
        <Form action="/developers/account/sign-out" hidden={formFieldOf(shown.csrf, shown.formId)}>
          <button type="submit" class="plain">
            Sign out
          </button>
        </Form>
      </div>
      {children}
      <footer>
        <a href={brand.docsPath}>Docs</a>
        <a href="/privacy">Privacy</a>
        <a href="/terms">Terms</a>
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      </footer>
    </>
  );
};

/** An object belongs to one mode, so the switch leads to its list. */
function ModeSwitch({ shown }: { shown: Shown }) {
  const [list = ""] = sectionOf(shown) ?? [];
  return (
    <nav class="mode" aria-label="Mode">
      {(["test", "live"] as const).map((ownGroup) => (
        <a
          key={ownGroup}
          href={list.replace(/\/(test|live)(?=\/|$)/, `/${ownGroup}`) || `/developers/home/${ownGroup}`}
          {...(ownGroup === shown.mode && { "aria-current": "true" as const })}
        >
          {ownGroup === "test" ? "Test" : "Live"}
        </a>
      ))}
    </nav>
  );
}
