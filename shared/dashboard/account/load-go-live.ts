import { liveChecks } from "../../domain/account/live-checks.ts";
import type { Result } from "../../http/serve/responses.ts";
import { goLivePage } from "./go-live-page.tsx";
import { findLiveRequests } from "../../store/account/live-access.ts";
import { findLiveEvidence } from "../../store/account/live-evidence.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

/** The steps check themselves: the page reads what exists, in either mode the same. */
export async function showGoLive({ shown, account, now }: DashboardRequest): Promise<Result> {
  const [evidence, requests] = await Promise.all([
    findLiveEvidence(account, now),
    findLiveRequests(account.account_id),
  ]);
  return goLivePage(shown, { checks: liveChecks(evidence), ...requests });
}
