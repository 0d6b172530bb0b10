import type { MemberActivity } from "../../../domain/account/activity.ts";
import type { Member } from "../../../domain/account/member.ts";
import { brand } from "../../../domain/brand.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { dashboardPage, Older, type Shown, When } from "../frame.tsx";
import { AccountTabs } from "./account-tabs.tsx";
import { changeInWords } from "./activity-words.ts";

type ActivityProps = {
  activities: readonly MemberActivity[];
  members: readonly Member[];
  /** The last one's id, if there are more. */
  older: string | undefined;
};

/** The changes of the account's members, and those of operators that concern it. */
export const activityPage = (shown: Shown, { activities, members, older }: ActivityProps): Result => {
  const emails = new Map(members.map(({ member_id, email }) => [member_id, email]));
  const personOf = ({ member_id }: MemberActivity) =>
    member_id === undefined ? `${brand.serviceName}'s team` : (emails.get(member_id) ?? "a former member");
  return dashboardPage(
    shown,
    "Activity",
    <>
      <AccountTabs shown={shown} />
      <p class="soft">
        What your members changed here, and what our team changed in your account, in the last 400 days.
      </p>
      <ul class="plainlist listing">
        {activities.map((one) => (
          <li key={one.activity_id}>
            <span>
              {changeInWords(one.action)}{" "}
              {one.objects.map((id) => (
                <code key={id} class="soft">
                  {id}{" "}
                </code>
              ))}
            </span>
            {one.result !== "done" && <span class="tag bad">{one.result}</span>}
            <span class="fine">
              {personOf(one)} · <When at={one.at} />
            </span>
          </li>
        ))}
      </ul>
      <Older href={shown.path} before={older} />
    </>,
  );
};
