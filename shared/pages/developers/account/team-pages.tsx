import { type Member, MemberRole } from "../../../domain/account/member.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { isSent } from "../../layout/form.tsx";
import { Group, SelectField, TextField, Tick } from "../../layout/form-fields.tsx";
import { dashboardPage, PostForm, type Shown, When } from "../frame.tsx";
import { AccountTabs, accountNotices } from "./account-tabs.tsx";

const RIGHTS: Record<MemberRole, string> = {
  admin: "Everything, with live keys and the team",
  developer: "Test keys, webhooks, playground and requests",
  viewer: "Sees everything, changes nothing",
};

const ROLES = MemberRole.options.map((role) => [role, role] as const);

/** What a member has done so far who never signed in, and what became of the invitation. */
const standing = ({ invitation }: Member): string =>
  invitation === undefined ? "has not signed in yet" : `has not signed in yet, ${INVITATION[invitation]}`;

const INVITATION = {
  accepted: "invitation waits to be sent",
  sent: "invited by email",
  not_sent: "invitation not sent: this mailbox gets no more email for now",
};

type TeamProps = { members: readonly Member[]; done: string | undefined };

export const teamPage = (shown: Shown, { members, done }: TeamProps): Result =>
  dashboardPage(
    shown,
    "Team",
    <>
      <AccountTabs shown={shown} />
      <ul class="rows">
        {members.map((member) => (
          <li key={member.member_id} class="card row">
            <div>
              <strong>{member.email}</strong>{" "}
              {member.member_id === shown.member_id && <span class="tag">you</span>}
              <p class="fine">
                {member.role} ·{" "}
                {member.signed_in_at ? (
                  <>
                    last signed in <When at={member.signed_in_at} />
                  </>
                ) : (
                  standing(member)
                )}
              </p>
            </div>
            {shown.role === "admin" && <MemberForms shown={shown} member={member} />}
          </li>
        ))}
      </ul>
      {shown.role === "admin" && (
        <section class="card narrow" aria-labelledby="invite">
          <h2 id="invite">Invite a person</h2>
          <PostForm shown={shown} action="/developers/account/team/invite" button="Send the invitation">
            <TextField name="email" label="Email" type="email" required />
            <Group name="role" legend="Role">
              {MemberRole.options.toReversed().map((role) => (
                <Tick key={role} type="radio" name="role" value={role} checked={role === "developer"}>
                  <span>
                    {role} <span class="hint">{RIGHTS[role]}</span>
                  </span>
                </Tick>
              ))}
            </Group>
          </PostForm>
        </section>
      )}
    </>,
    { notice: accountNotices[done ?? ""] },
  );

const MemberForms = ({ shown, member }: { shown: Shown; member: Member }) => {
  const base = `/developers/account/team/${member.member_id}`;
  return (
    <details open={isSent(shown.sent, `${base}/role`)}>
      <summary>
        Change<span class="quiet"> {member.email}</span>
      </summary>
      <PostForm shown={shown} action={`${base}/role`} button="Change the role" kind="small">
        <SelectField name="role" label="Role" usual={member.role} options={ROLES} />
      </PostForm>
      <PostForm
        shown={shown}
        action={`${base}/remove`}
        button="Remove from the team"
        kind="danger"
        of={member.email}
      />
    </details>
  );
};
