import { liveChecks } from "../../domain/account/live-checks.ts";
import { driverRanges, type LiveRequest, monthlyRanges, stateOf } from "../../domain/account/live-request.ts";
import { findAccount } from "../../store/account/accounts.ts";
import { findLiveRequests, listOpenRequests } from "../../store/account/live-access.ts";
import { findLiveEvidence } from "../../store/account/live-evidence.ts";
import { type List, listAnswer, PAGE } from "../list-answer.ts";
import { numbered } from "../numbered.ts";

export const listLiveRequestsRun: List<"requests"> = async ({ after }, { now }) => {
  const requests = await listOpenRequests(after, PAGE);
  const rows = requests
    .toSorted((a, b) => (a.asked_at < b.asked_at ? -1 : 1))
    .map(async (request) => ({
      account_id: request.account_id,
      partner: (await findAccount(request.account_id, now))?.partner_id,
      state: stateOf(request),
      asked_at: request.asked_at,
      ...rangesOf(request),
    }));
  const last = requests.length === PAGE ? requests.at(-1)?.account_id : undefined;
  return listAnswer(`${numbered(requests.length, "request")} for live access`, await Promise.all(rows), last);
};

const rangesOf = ({ drivers, monthly, starts_on }: LiveRequest) => ({
  drivers: driverRanges[drivers],
  monthly: monthlyRanges[monthly],
  starts_on,
});

export async function liveAccessOf(accountId: string, now: Date) {
  const account = await findAccount(accountId, now);
  const { open, closed } = await findLiveRequests(accountId);
  const request = open ?? closed;
  if (!account || !request) return { live_request: "none" };
  const checks = liveChecks(await findLiveEvidence(account, now)).map(({ name, isDone, seen, at }) => [
    `step_${name}`,
    `${isDone ? "done" : "open"}: ${seen}${at ? ` (${at})` : ""}`,
  ]);
  return {
    live_request: `${stateOf(request)}, asked at ${request.asked_at}`,
    decided: request.decision?.at,
    words: request.decision?.words,
    business: request.business,
    ...rangesOf(request),
    ...(Object.fromEntries(checks) as Record<string, string>),
  };
}
