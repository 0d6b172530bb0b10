import { MAX_MEMBERS, type Member, MemberRole } from "../../domain/account/member.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Group, SelectField, TextField, Tick } from "../../pages/layout/form-fields.tsx";
import { shortened } from "../frame/copy-box.tsx";
import { Dialog } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, nameInWords, StateBadge } from "../list/cells.tsx";
import { listPage } from "../list/list-page.tsx";
import type { ListPlace } from "../list/table.tsx";
import { accountNotices } from "./account-notices.ts";

const RIGHTS: Record<MemberRole, string> = {
  admin: "Can change everything, including live keys and the team",
  developer: "Can change test keys, webhooks and test payouts",
  approver: "Can approve and decline proposals, and see everything except tax forms and activity",
  viewer: "Can see everything except tax forms and activity",
};

const ROLES = MemberRole.options.map((role) => [role, nameInWords(role)] as const);

const standing = ({ invitation }: Member): string =>
  invitation === undefined ? "Has not signed in yet" : INVITATION[invitation];

const INVITATION = {
  accepted: "Invitation is waiting to be sent",
  sent: "Invited by email",
  not_sent: "Invitation not sent. This mailbox gets no more email for now.",
};

type TeamProps = { members: readonly Member[]; approvals: 1 | 2; place: ListPlace };

export const teamPage = (shown: Shown, { members, approvals, place }: TeamProps): Result =>
  listPage(shown, "Team", {
    place,
    noun: "member",
    caption: "The members of your account",
    columns: COLUMNS,
    empty: null,
    rows: members.map((member) => [
      <bdi>{member.email}</bdi>,
      member.member_id === shown.member_id && <StateBadge kind="ok">You</StateBadge>,
      nameInWords(member.role),
      member.signed_in_at ? <Ago at={member.signed_in_at} /> : standing(member),
      shown.role === "admin" && <MemberForms shown={shown} member={member} />,
    ]),
    notices: accountNotices,
    lead: `${members.length} of ${MAX_MEMBERS} members. Each signs in with a link by email.`,
    actions: shown.role === "admin" && (
      <>
        <Dialog action="/developers/account/team/approvals" label="Approvals" look="second" button="Save">
          <SelectField
            name="approvals"
            label="Members who must approve a proposal of payouts"
            hint="Of two, none may have made the key that proposed it."
            usual={String(approvals)}
            options={[
              ["1", "One"],
              ["2", "Two"],
            ]}
          />
        </Dialog>
        <Dialog action="/developers/account/team/invite" label="Invite a person" button="Send the invitation">
          <TextField name="email" label="Email" type="email" required />
          <Group name="role" legend="Role">
            {MemberRole.options.toReversed().map((role) => (
              <Tick key={role} type="radio" name="role" value={role} checked={role === "developer"}>
                <span>
                  {nameInWords(role)} <span class="hint">{RIGHTS[role]}</span>
                </span>
              </Tick>
            ))}
          </Group>
        </Dialog>
      </>
    ),
  });

const COLUMNS = [
  ["Email", "w p1"],
  ["You", ""],
  ["Role", "p2"],
  ["Signed in", "p3 l"],
  ["Change", "r p4 forms"],
] as const;

/** An address has 254 characters at most, and the page names each member in several places. */
const MAX_OF_EMAIL = 40;

const MemberForms = ({ shown, member }: { shown: Shown; member: Member }) => {
  const of = shortened(member.email, MAX_OF_EMAIL);
  const base = `/developers/account/team/${member.member_id}`;
  return (
    <>
      <Dialog action={`${base}/role`} label="Role" look="small" of={of} button="Change the role">
        <SelectField name="role" label="Role" usual={member.role} options={ROLES} />
      </Dialog>
      {member.passkeys && member.member_id !== shown.member_id && (
        <Dialog
          action={`${base}/passkeys`}
          label="Passkeys"
          look="small"
          of={of}
          kind="danger"
          button="Remove all passkeys"
        >
          <p>Do this if they lost their devices. An emailed link then confirms their changes again.</p>
        </Dialog>
      )}
      <Dialog
        action={`${base}/remove`}
        label="Remove"
        look="small"
        of={of}
        kind="danger"
        button="Remove from the team"
      >
        <p>We sign this member out everywhere. Keys that they copied still work.</p>
      </Dialog>
    </>
  );
};
