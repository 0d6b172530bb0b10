import type { Account } from "../../../domain/account/account.ts";
import type { Member } from "../../../domain/account/member.ts";
import type { Partner } from "../../../domain/account/partner.ts";
import { isOver, type Session } from "../../../domain/account/session.ts";
import { quotaOf } from "../../../domain/account/standing.ts";
import { grouped } from "../../../domain/cents.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { isSent } from "../../layout/form.tsx";
import { TextField } from "../../layout/form-fields.tsx";
import { dashboardPage, Facts, PostForm, type Shown, When } from "../frame.tsx";
import { AccountTabs, accountNotices } from "./account-tabs.tsx";

type AccountProps = {
  account: Account;
  partner: Partner;
  member: Member;
  session: Session;
  now: Date;
  done: string | undefined;
};

export function accountPage(shown: Shown, props: AccountProps): Result {
  const { account, partner, member, session, now, done } = props;
  const quota = quotaOf("live", account);
  const sandbox = quotaOf("test", account);
  return dashboardPage(
    shown,
    "Account",
    <>
      <AccountTabs shown={shown} />
      <div class="halves">
        <section class="card" aria-labelledby="company">
          <h2 id="company">{partner.company}</h2>
          <Facts
            of={{
              "Partner id": <code>{partner.partner_id}</code>,
              "Account id": <code>{account.account_id}</code>,
              Contact: partner.email ?? "none",
              Website: partner.website ?? "none",
              Tier: account.tier,
              "Requests, live": `${grouped(quota.per_minute)} a minute, ${quota.per_second} a second`,
              "Requests, test": `${sandbox.per_minute} a minute, ${sandbox.per_second} a second`,
            }}
          />
          {shown.role === "admin" && (
            <>
              <WebsiteForm shown={shown} website={partner.website} />
              <ContactForm shown={shown} />
            </>
          )}
        </section>
        <section class="card" aria-labelledby="live">
          <h2 id="live">Live access</h2>
          <LiveAccess shown={shown} account={account} />
        </section>
      </div>
      <section aria-labelledby="sessions">
        <h2 id="sessions">Your sessions</h2>
        <p class="soft">A session ends after 12 hours. Don't know one? Sign it out.</p>
        <ul class="rows">
          {member.sessions
            .filter((one) => !isOver(one, now))
            .toReversed()
            .map((one) => (
              <li key={one.session_id} class="card row">
                <div>
                  <strong>{one.browser}</strong>{" "}
                  {one.session_id === session.session_id && <span class="tag good">this browser</span>}
                  <p class="fine">
                    Signed in <When at={one.created_at} />
                  </p>
                </div>
                {one.session_id !== session.session_id && (
                  <PostForm
                    shown={shown}
                    action={`/developers/account/sessions/${one.session_id}/end`}
                    button="Sign out"
                    of={one.browser}
                    kind="small"
                  />
                )}
              </li>
            ))}
        </ul>
      </section>
    </>,
    { notice: accountNotices[done ?? ""] },
  );
}

const WebsiteForm = ({ shown, website }: { shown: Shown; website: string | undefined }) => (
  <details open={isSent(shown.sent, "/developers/account/website")}>
    <summary>Change the website</summary>
    <PostForm shown={shown} action="/developers/account/website" button="Save the website" kind="small">
      <TextField
        name="website"
        label="Website"
        hint="Once our team has reviewed it, its pages may start live signups with your partner id. Leave it empty to allow none."
        type="url"
        maxLength={200}
        value={website}
        autocomplete="url"
      />
    </PostForm>
  </details>
);

const ContactForm = ({ shown }: { shown: Shown }) => (
  <details open={isSent(shown.sent, "/developers/account/contact")}>
    <summary>Change the contact address</summary>
    <PostForm shown={shown} action="/developers/account/contact" button="Email the new address" kind="small">
      <TextField
        name="email"
        label="New address"
        hint="It gets a link to confirm. Your account's admins get a notice."
        type="email"
        required
      />
      <p class="hint">
        The contact signs in with the new address from then on, and is signed out in other browsers. If the
        new address is a member already, both stay members.
      </p>
    </PostForm>
  </details>
);

type ContactLinkProps = { email: string; from: string | undefined };

/** The page behind the link in the new contact's mailbox. */
export const contactLinkPage = (shown: Shown, { email, from }: ContactLinkProps): Result =>
  dashboardPage(
    shown,
    "Change the contact address",
    <>
      <p>
        The contact of {shown.company} becomes <strong>{email}</strong>
        {from && (
          <>
            {" "}
            instead of <strong>{from}</strong>
          </>
        )}
        .
      </p>
      <PostForm shown={shown} action={shown.path} button="Change the contact address" />
    </>,
  );

const LiveAccess = ({ shown, account }: { shown: Shown; account: Account }) => {
  if (account.verified)
    return (
      <p>
        <span class="tag good">open</span> Your live keys work.
      </p>
    );
  if (account.live_access_requested_at)
    return (
      <p>
        <span class="tag warn">requested</span> You asked on <When at={account.live_access_requested_at} />.
        Our team decides, and this page shows the result.
      </p>
    );
  return (
    <>
      <p>
        The sandbox is complete. When your integration works there, ask for live access. Our team reviews each
        one.
      </p>
      {shown.role === "admin" ? (
        <PostForm shown={shown} action="/developers/account/live-access" button="Request live access" />
      ) : (
        <p class="soft">An admin of your account can ask.</p>
      )}
    </>
  );
};
