import { statusConflict } from "../../contract/errors.ts";
import { LiveAnswers } from "../../domain/account/live-request.ts";
import { dayOf } from "../../domain/time/day.ts";
import { PARSING } from "../../http/serve/refused-input.ts";
import type { Result } from "../../http/serve/responses.ts";
import { FormMistakes, mistakesOf } from "../../pages/layout/form-mistakes.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { deleteLiveRequest, findLiveRequests, putLiveRequest } from "../../store/account/live-access.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const PAGE = "/developers/account/test/go-live";

const WORDS = {
  business: "Describe your business in 1 to 500 characters, on one line.",
  drivers: "Choose how many drivers you expect.",
  monthly: "Choose how much you expect to pay a month.",
  starts_on: "Choose the day of your first live payout.",
};

export async function requestLiveAccess(request: DashboardRequest): Promise<Result> {
  const { account, member, form, now, remember } = request;
  if (account.verified) return seeOther(PAGE);
  const { business = "", drivers, monthly, starts_on } = form;
  const typedAnswers = { business: business.replaceAll(/\s+/g, " "), drivers, monthly, starts_on };
  const answers = LiveAnswers.safeParse(typedAnswers, PARSING);
  if (!answers.success) throw new FormMistakes(mistakesOf(answers.error, WORDS));
  if (answers.data.starts_on < dayOf(now))
    throw new FormMistakes({ starts_on: "Choose today or a later day." });
  const { account_id } = account;
  const openRequest = {
    account_id,
    ...answers.data,
    asked_at: now.toISOString(),
    member_id: member.member_id,
  };
  const page = `${PAGE}?done=requested`;
  if (await putLiveRequest(account, openRequest, now, remember(page))) return seeOther(page);
  throw statusConflict("An admin of your account asked already. Reload the page to see the request.");
}

/** Without a request that waits, the page shows what became of it. */
export async function withdrawLiveAccess({ account }: DashboardRequest): Promise<Result> {
  const { open } = await findLiveRequests(account.account_id);
  const isWithdrawn = open !== undefined && (await deleteLiveRequest(open));
  return seeOther(isWithdrawn ? `${PAGE}?done=withdrawn` : PAGE);
}
