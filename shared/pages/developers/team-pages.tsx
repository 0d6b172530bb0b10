import type { MemberActivity } from "../../domain/account/activity.ts";
import { type Member, MemberRole } from "../../domain/account/member.ts";
import type { Result } from "../../http/serve/responses.ts";
import { AccountTabs, accountNotices } from "./account-tabs.tsx";
import { dashboardPage, PostForm, type Shown, When } from "./frame.tsx";

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
            {shown.role === "admin" && <MemberForms shown={shown} member={member} />}
          </li>
        ))}
      </ul>
      {shown.role === "admin" && (
        <section class="card narrow" aria-labelledby="invite">
          <h2 id="invite">Invite a person</h2>
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
          {!shown.isProved && <p class="fine">We first email you a link, to confirm it's you.</p>}
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

type ActivityProps = { activities: readonly MemberActivity[]; members: readonly Member[] };

export const activityPage = (shown: Shown, { activities, members }: ActivityProps): Result => {
  const emails = new Map(members.map(({ member_id, email }) => [member_id, email]));
  return dashboardPage(
    shown,
    "Activity",
    <>
      <AccountTabs shown={shown} />
      <p class="soft">The newest 100 changes that members made here. We store them for 400 days.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by the keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Activity">
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">Change</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {activities.map((one) => (
              <tr key={one.activity_id}>
                <td>
                  <When at={one.at} />
                </td>
                <td>{emails.get(one.member_id) ?? "a former member"}</td>
                <td>
                  {changeIn(one.action)} <span class="soft">{one.objects.join(", ")}</span>
                </td>
                <td>{one.result}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>,
  );
};

/** `POST /developers/keys/test/{id}/revoke` in words: "keys: test revoke". */
const changeIn = (action: string): string => {
  const [page, ...rest] = action.replace("POST /developers/", "").split("/");
  const words = rest.filter((word) => !word.startsWith("{")).join(" ");
  return words === "" ? String(page) : `${page}: ${words}`;
};
