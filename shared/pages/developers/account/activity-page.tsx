import type { ActivityResult, MemberActivity } from "../../../domain/account/activity.ts";
import type { Member } from "../../../domain/account/member.ts";
import { brand } from "../../../domain/brand.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { dashboardPage, type Shown, When } from "../frame.tsx";
import { AccountTabs } from "./account-tabs.tsx";
import { changeInWords } from "./activity-words.ts";

type ActivityProps = { activities: readonly MemberActivity[]; members: readonly Member[]; most: number };

/** The changes of the account's members, and those of operators that concern it. */
export const activityPage = (shown: Shown, { activities, members, most }: ActivityProps): Result => {
  const emails = new Map(members.map(({ member_id, email }) => [member_id, email]));
  const personOf = ({ member_id }: MemberActivity) =>
    member_id === undefined ? `${brand.serviceName}'s team` : (emails.get(member_id) ?? "a former member");
  return dashboardPage(
    shown,
    "Activity",
    <>
      <AccountTabs shown={shown} />
      <p class="soft">
        The newest {most} changes by your members here, and by our team to your account. We store them for 400
        days.
      </p>
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
                <td>{personOf(one)}</td>
                <td>
                  {changeInWords(one.action)}
                  {one.objects.map((id) => (
                    <>
                      {" "}
                      <code key={id} class="soft">
                        {id}
                      </code>
                    </>
                  ))}
                </td>
                <td>
                  <span class={`tag ${KINDS[one.result] ?? ""}`}>{one.result}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>,
  );
};

const KINDS: Partial<Record<ActivityResult, string>> = { refused: "bad", failed: "bad" };
