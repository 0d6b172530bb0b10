import { hashOfProof } from "../../crypto/proof.ts";
import { BROWSER_SECONDS, dashboardPath, newLogin } from "../../domain/account/login.ts";
import type { Result } from "../../http/serve/responses.ts";
import { stepUpPage } from "../frame/problem-pages.tsx";
import { newChallenge, requireChallenge } from "../passkeys/seal-challenge.ts";
import { askToUse, challengeIn, refusedPasskey, requirePasskeyUse } from "../passkeys/webauthn.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { putLogin } from "../../store/account/logins.ts";
import { deleteSessions } from "../../store/account/sessions.ts";
import { putPasskeyUse } from "../../store/account/passkeys.ts";
import { cookieText, newToken } from "../serving/cookies.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const SENT = "/developers/sign-in/sent?proof";

/** Shown again after a mistake, its form has the page that follows. */
export async function showStepUp(request: DashboardRequest): Promise<Result> {
  const { shown, member, query } = request;
  const next = dashboardPath(query.get("next") ?? shown.sent?.given.next);
  if (!member.passkeys?.length) return stepUpPage(shown, { next });
  const { challenge, expiresAt } = await newChallenge("confirm", request);
  return stepUpPage(shown, { next, passkey: askToUse(member, challenge, expiresAt) });
}

/** By a passkey, or else by an emailed link that renews the proof of this session, in this browser. */
export async function prove(request: DashboardRequest): Promise<Result> {
  const { member, form, remember } = request;
  if (!member.passkeys?.length) return askForProof(request);
  const challenge = challengeIn(form);
  const challengeUse = await requireChallenge("confirm", challenge, request);
  const { write: passkeyUse } = await requirePasskeyUse(request, challenge);
  const next = dashboardPath(form.next);
  if (await putPasskeyUse([challengeUse, passkeyUse], remember(next))) return seeOther(next);
  throw refusedPasskey();
}

async function askForProof({
  member,
  sessionHash,
  form,
  now,
  remember,
  ...request
}: DashboardRequest): Promise<Result> {
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
