import type * as commands from "../../contract/operators/account-commands.ts";
import {
  findLiveRequests,
  moveLiveRequestToDeclined,
  moveLiveRequestToReview,
} from "../../store/account/live-access.ts";
import { requireAccount } from "../account-named.ts";
import { CommandProblem, type Run } from "../serve/command-run.ts";

export const reviewLiveRequestRun: Run<typeof commands.reviewLiveRequestCommand> = async (
  { account: name },
  { now },
) => {
  const { account_id, request } = await requireRequest(name, now);
  const objects = [account_id];
  if (request.review_started_at)
    return { ok: true, message: `The request of ${account_id} is in review already`, objects };
  return {
    objects,
    will: `The request of ${account_id} would be in review`,
    act: async () => {
      if (!(await moveLiveRequestToReview(account_id, now))) throw changed(account_id);
      return { ok: true, message: `The request of ${account_id} is in review` };
    },
  };
};

export const declineLiveRequestRun: Run<typeof commands.declineLiveRequestCommand> = async (
  { account: name, words },
  { now },
) => {
  const { account_id, request } = await requireRequest(name, now);
  return {
    objects: [account_id],
    will: `The request of ${account_id} would be declined. Its members would read: ${words}`,
    act: async () => {
      if (!(await moveLiveRequestToDeclined(request, words, now))) throw changed(account_id);
      return { ok: true, message: `The request of ${account_id} is declined` };
    },
  };
};

async function requireRequest(name: string, now: Date) {
  const { account_id } = await requireAccount(name, now);
  const { open: request } = await findLiveRequests(account_id);
  if (request) return { account_id, request };
  throw new CommandProblem(`${account_id} has no request for live access that waits for a decision`);
}

const changed = (accountId: string) =>
  new CommandProblem(`The request of ${accountId} changed at the same time. Look at it again`);
