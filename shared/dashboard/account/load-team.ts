import type { Result } from "../../http/serve/responses.ts";
import { teamPage } from "./team-pages.tsx";
import { listMembers } from "../../store/account/members.ts";
import { wholeListOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export const showTeam = async ({ shown, account, query }: DashboardRequest): Promise<Result> =>
  teamPage(shown, {
    members: await listMembers(account.account_id),
    approvals: account.approvals_needed ?? 1,
    place: wholeListOf({ shown, query }),
  });
