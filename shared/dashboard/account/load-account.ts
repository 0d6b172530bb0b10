import { CHALLENGE_SECONDS, MAX_PASSKEYS } from "../../domain/account/passkey.ts";
import { isProved } from "../../domain/account/session.ts";
import type { Result } from "../../http/serve/responses.ts";
import { accountPage } from "./account-pages.tsx";
import { activityPage } from "./activity-page.tsx";
import { listActivities } from "../../store/account/activities.ts";
import { listMembers } from "../../store/account/members.ts";
import { cursorIn, listPlaceOf, rowsOf } from "../list/list-pages.ts";
import { newChallenge } from "../passkeys/seal-challenge.ts";
import { askToCreate } from "../passkeys/webauthn.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export async function showAccount(request: DashboardRequest): Promise<Result> {
  const { shown, account, partner, member, session } = request;
  const toCreate = await passkeyToCreate(request);
  return accountPage(shown, { account, partner, member, session, toCreate });
}

/** While the form would ask for a proof first, the device makes no passkey that would come to nothing. */
async function passkeyToCreate(request: DashboardRequest): Promise<object> {
  const { session, member, now } = request;
  const end = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  if (!isProved(session, member, end) || (member.passkeys ?? []).length >= MAX_PASSKEYS) return {};
  const { challenge, expiresAt } = await newChallenge("add", request);
  return askToCreate(member, challenge, expiresAt);
}

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
    activities,
    members,
    place: listPlaceOf(request, cursor, { data, has_more }),
  });
};
