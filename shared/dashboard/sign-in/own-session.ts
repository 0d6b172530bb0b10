import { hashOfProof } from "../../crypto/proof.ts";
import { BROWSER_SECONDS, dashboardPath, newLogin } from "../../domain/account/login.ts";
import type { Result } from "../../http/serve/responses.ts";
import { stepUpPage } from "../frame/problem-pages.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { putLogin } from "../../store/account/logins.ts";
import { deleteSessions } from "../../store/account/sessions.ts";
import { cookieText, newToken } from "../serving/cookies.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const SENT = "/developers/sign-in/sent?proof";

export const showStepUp = ({ shown, query }: DashboardRequest): Result =>
  stepUpPage(shown, dashboardPath(query.get("next") ?? undefined));

/** Emails a link that renews the proof of this session, in this browser. Earlier links stay useful. */
export async function askForProof(request: DashboardRequest): Promise<Result> {
  const { member, sessionHash, form, now, remember } = request;
  const browser = request.browser ?? newToken();
  const of = { email: member.email, browser: await hashOfProof(browser), session: sessionHash };
  const sent = seeOther(SENT);
  await putLogin(newLogin({ ...of, next: dashboardPath(form.next) }, now), now, remember(SENT));
  return { ...sent, cookies: [cookieText("browser", browser, BROWSER_SECONDS)] };
}

export async function signOut({ member, session }: DashboardRequest): Promise<Result> {
  await deleteSessions(member, ({ session_id }) => session_id === session.session_id);
  return { ...seeOther("/developers"), cookies: [cookieText("session", "", 0)] };
}

/** A member ends sessions of their own only. An admin ends another's by removing the member. */
export async function endSession({ member, params }: DashboardRequest): Promise<Result> {
  await deleteSessions(member, ({ session_id }) => session_id === params.id);
  return seeOther("/developers/account/test?done=ended");
}
