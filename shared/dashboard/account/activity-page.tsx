import { type MemberActivity, NO_MEMBER } from "../../domain/account/activity.ts";
import type { Member } from "../../domain/account/member.ts";
import { brand } from "../../domain/brand/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, nameInWords, StateBadge } from "../list/cells.tsx";
import { listPage } from "../list/list-page.tsx";
import type { ListPlace } from "../list/table.tsx";
import { changeInWords } from "./activity-words.ts";

type ActivityProps = {
  activities: readonly MemberActivity[];
  members: readonly Member[];
  place: ListPlace;
};

export const activityPage = (shown: Shown, { activities, members, place }: ActivityProps): Result => {
  const emails = new Map(members.map(({ member_id, email }) => [member_id, email]));
  const personOf = ({ member_id }: MemberActivity) =>
    member_id === undefined
      ? `${brand.serviceName}'s team`
      : (emails.get(member_id) ?? (member_id === NO_MEMBER ? "a reader of the docs" : "a former member"));
  return listPage(shown, "Activity", {
    place,
    noun: "change",
    caption: "Changes, newest first",
    columns: COLUMNS,
    empty: null,
    rows: activities.map((activity) => [
      changeInWords(activity.action),
      activity.objects.flatMap((id) => [<Id key={id} id={id} />, " "]),
      activity.result !== "done" && <StateBadge kind="bad">{nameInWords(activity.result)}</StateBadge>,
      personOf(activity),
      <Ago at={activity.at} />,
    ]),
    lead: "Changes by your members and by our team, in the last 400 days.",
  });
};

const COLUMNS = [
  ["Change", "p1"],
  ["Objects", ""],
  ["Result", "p2"],
  ["Person", "w p3"],
  ["Time", "r p4"],
] as const;
