import { invalid, statusConflict } from "../../contract/errors.ts";
import { WebUrl } from "../../domain/web-url.ts";
import type { Result } from "../../http/serve/responses.ts";
import { accountPage } from "../../pages/developers/account/account-pages.tsx";
import { activityPage } from "../../pages/developers/account/activity-page.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { listActivities } from "../../store/account/activities.ts";
import { listMembers } from "../../store/account/members.ts";
import { putWebsite } from "../../store/account/partners.ts";
import { cursorIn, listPlaceOf, rowsOf } from "../list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const ACCOUNT = "/developers/account/test";

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

export async function saveWebsite({ partner, form }: DashboardRequest): Promise<Result> {
  const given = form.website?.trim() ?? "";
  if (given !== "" && !WebUrl.safeParse(given).success)
    throw invalid(
      "Enter an http or https address of up to 200 characters, such as https://acme.example.",
      "website",
    );
  if (!(await putWebsite(partner, given || undefined)))
    throw statusConflict("The account changed at the same time. Reload the page and try again.");
  return seeOther(`${ACCOUNT}?done=website`);
}
