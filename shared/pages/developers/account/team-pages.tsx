import { type Member, MemberRole } from "../../../domain/account/member.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { dashboardPage, PostForm, type Shown, When } from "../frame.tsx";
import { AfterProof } from "../proof.tsx";
import { AccountTabs, accountNotices } from "./account-tabs.tsx";

const RIGHTS: Record<MemberRole, string> = {
  admin: "Everything, with live keys and the team",
  developer: "Test keys, webhooks, playground and requests",
  viewer: "Sees everything, changes nothing",
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
                  "has not signed in yet"
                )}
              </p>
            </div>
            {shown.role === "admin" && shown.isProved && <MemberForms shown={shown} member={member} />}
          </li>
        ))}
      </ul>
      {shown.role === "admin" && (
        <section class="card narrow" aria-labelledby="invite">
          <h2 id="invite">{shown.isProved ? "Invite a person" : "Change the team"}</h2>
          <AfterProof shown={shown}>
            <PostForm shown={shown} action="/developers/account/team/invite" button="Send the invitation">
              <label for="email">Email</label>
              <input id="email" name="email" type="email" required autocomplete="off" />
              <fieldset>
                <legend>Role</legend>
                {MemberRole.options.toReversed().map((role) => (
                  <label key={role} class="check">
                    <input type="radio" name="role" value={role} checked={role === "developer"} />
                    <span>
                      {role} <span class="hint">{RIGHTS[role]}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
            </PostForm>
          </AfterProof>
        </section>
      )}
    </>,
    { notice: accountNotices[done ?? ""] },
  );

const MemberForms = ({ shown, member }: { shown: Shown; member: Member }) => {
  const base = `/developers/account/team/${member.member_id}`;
  return (
    <details>
      <summary>
        Change<span class="quiet"> {member.email}</span>
      </summary>
      <PostForm shown={shown} action={`${base}/role`} button="Change the role" kind="small">
        <label for={`role-${member.member_id}`}>Role</label>
        <select id={`role-${member.member_id}`} name="role">
          {MemberRole.options.map((role) => (
            <option key={role} value={role} selected={role === member.role}>
              {role}
            </option>
          ))}
        </select>
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
