import type { Account } from "../../domain/account/account.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Partner } from "../../domain/account/partner.ts";
import { isOver, type Session } from "../../domain/account/session.ts";
import { quotaOf } from "../../domain/account/standing.ts";
import { grouped } from "../../domain/money/cents.ts";
import type { Result } from "../../http/serve/responses.ts";
import { TextField } from "../../pages/layout/form-fields.tsx";
import { Dialog, dashboardPage, Facts, Part, PostForm } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, StateBadge } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";
import { PasskeysPart } from "../passkeys/passkeys-part.tsx";
import { accountNotices } from "./account-notices.ts";

type AccountProps = {
  account: Account;
  partner: Partner;
  member: Member;
  session: Session;
  toCreate: object;
};

export function accountPage(shown: Shown, props: AccountProps): Result {
  const { account, partner, member, session, toCreate } = props;
  const quota = quotaOf("live", account);
  const sandbox = quotaOf("test", account);
  return dashboardPage(
    shown,
    "Account",
    <>
      <div class="halves">
        <Part id="company" title={partner.company}>
          <Facts
            of={{
              "Partner ID": <code>{partner.partner_id}</code>,
              "Account ID": <Id id={account.account_id} />,
              Contact: partner.email ?? "none",
              Website: partner.website ?? "none",
              Tier: account.tier,
              "Requests, live": `${grouped(quota.per_minute)} a minute, ${quota.per_second} a second`,
              "Requests, test": `${sandbox.per_minute} a minute, ${sandbox.per_second} a second`,
            }}
          />
        </Part>
        <Part id="live" title="Live access">
          <p>
            <StateBadge kind={account.verified ? "ok" : "off"}>
              {account.verified ? "Open" : "Not open"}
            </StateBadge>{" "}
            <a href={`/developers/account/${shown.mode}/go-live`}>
              {account.verified ? "See your request" : "See what is left to do"}
            </a>
          </p>
        </Part>
      </div>
      <Part id="sessions" title="Your sessions" aside="A session ends after 12 hours.">
        <Table
          caption="Your sessions, newest first"
          columns={SESSION_COLUMNS}
          rows={member.sessions
            .filter((session) => !isOver(session, shown.now))
            .toReversed()
            .map((device) => [
              device.browser,
              device.session_id === session.session_id && <StateBadge kind="ok">This browser</StateBadge>,
              <>
                Signed in <Ago at={device.created_at} />
              </>,
              device.session_id !== session.session_id && (
                <PostForm
                  action={`/developers/account/sessions/${device.session_id}/end`}
                  button="Sign out"
                  of={device.browser}
                  kind="small"
                />
              ),
            ])}
        />
        <p class="fine">Don't recognize a session? Sign it out.</p>
      </Part>
      <PasskeysPart passkeys={member.passkeys ?? []} toCreate={toCreate} />
    </>,
    {
      notices: accountNotices,
      actions: shown.role === "admin" && (
        <>
          <WebsiteForm website={partner.website} />
          <ContactForm />
        </>
      ),
    },
  );
}

const SESSION_COLUMNS = [
  ["Browser", "w p1"],
  ["Current", "p2"],
  ["Since", "p3"],
  ["End", "r p4"],
] as const;

const WebsiteForm = ({ website }: { website: string | undefined }) => (
  <Dialog
    action="/developers/account/website"
    label="Change the website"
    look="small"
    button="Save the website"
  >
    <TextField
      name="website"
      label="Website"
      hint="Our team reviews it. Then its pages may start live signups with your partner ID. Leave it empty to allow none."
      type="url"
      maxLength={200}
      value={website}
      autocomplete="url"
    />
  </Dialog>
);

const ContactForm = () => (
  <Dialog
    action="/developers/account/contact"
    label="Change the contact address"
    look="small"
    button="Email the new address"
  >
    <TextField
      name="email"
      label="New address"
      hint="It gets a link to confirm. Your account's admins get a notice."
      type="email"
      required
    />
    <p class="hint">
      The contact then signs in with the new address. Other browsers are signed out. If the new address is a
      member already, both stay members.
    </p>
  </Dialog>
);

type ContactLinkProps = { email: string; from: string | undefined };

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
      <PostForm action={shown.path} button="Change the contact address" />
    </>,
  );
