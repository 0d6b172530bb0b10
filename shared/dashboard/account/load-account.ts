import type { Result } from "../../http/serve/responses.ts";
import { accountPage } from "./account-pages.tsx";
import { activityPage } from "./activity-page.tsx";
import { listActivities } from "../../store/account/activities.ts";
import { listMembers } from "../../store/account/members.ts";
import { cursorIn, listPlaceOf, rowsOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export const showAccount = ({ shown, account, partner, member, session }: DashboardRequest): Result =>
  accountPage(shown, { account, partner, member, session });

const SHOWN_ACTIVITIES = 30;

export const showActivity = async (request: DashboardRequest): Promise<Result> => {
  const { shown, account, query } = request;
  const cursor = cursorIn(query, "act");
  const [{ data: activities, has_more }, members] = await Promise.all([
    listActivities(account.account_id, { limit: rowsOf(request, SHOWN_ACTIVITIES), ...cursor }),
    listMembers(account.account_id),
  ]);
  const data = activities.map(({ activity_id: id }) => ({ id }));
  return activityPage(shown, {
    ...{ activities, members },
    place: listPlaceOf(request, cursor, { data, has_more }),
  });
};
