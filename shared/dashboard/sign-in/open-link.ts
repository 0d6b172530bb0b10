import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { hashOfProof } from "../../crypto/proof.ts";
import { startedActivity } from "../../domain/account/activity.ts";
import type { Login } from "../../domain/account/login.ts";
import type { Member } from "../../domain/account/member.ts";
import { browserNamed, newSession, SESSION_SECONDS, type Session } from "../../domain/account/session.ts";
import { putActivity } from "../../store/account/activities.ts";
import { listMembersByEmail } from "../../store/account/members-by-email.ts";
import { findPartner } from "../../store/account/partners.ts";
import { putSignIn, putStepUp } from "../../store/account/sessions.ts";
import type { Write } from "../../store/table/table.ts";
import { cookieText, newToken } from "../serving/cookies.ts";
import { registerCompany } from "./register-company.ts";
import { findVisitor } from "../serving/visitor.ts";

export type Choice = { account_id: string; company: string };

export async function choicesFor({ email, company }: Login, now: Date): Promise<Choice[]> {
  if (company !== undefined) return [];
  return (await openMembers(email, now)).map(({ choice }) => choice);
}

async function openMembers(email: string, now: Date): Promise<{ member: Member; choice: Choice }[]> {
  const logins = (await listMembersByEmail(email)).map(async (member) => {
    const choice = await choiceOf(member, now);
    return choice && { member, choice };
  });
  return (await Promise.all(logins)).filter((login) => login !== undefined);
}

async function choiceOf({ account_id, partner_id }: Member, now: Date): Promise<Choice | undefined> {
  const partner = await findPartner(partner_id, now);
  return partner && partner.status !== "refused" ? { account_id, company: partner.company } : undefined;
}

/** Registers its company if it names one. Undefined: the link was used, or there is no such account. */
export async function beginSession(
  event: APIGatewayProxyEventV2,
  login: Login,
  { chosen, memory, now }: { chosen: string | undefined; memory: Write | undefined; now: Date },
): Promise<string | undefined> {
  const member = await memberFor(login, chosen, now);
  if (!member || !(await choiceOf(member, now))) return undefined;
  const token = newToken();
  const hash = await hashOfProof(token);
  const session = newSession(member, now);
  const { session_id, created_at, expires_at } = session;
  const browser = browserNamed(event.headers["user-agent"]);
  const listed = { session_id, hash, created_at, expires_at, browser };
  if (!(await putSignIn(login, member, { session, listed, memory }))) return undefined;
  if (login.sandbox === member.account_id) await putDone(event, session, "keep a sandbox", now);
  await putDone(event, session, "sign in", now);
  return cookieText("session", token, SESSION_SECONDS);
}

async function memberFor(
  { email, company, sandbox, sample }: Login,
  chosen: string | undefined,
  now: Date,
): Promise<Member | undefined> {
  if (company !== undefined) return registerCompany(company, email, now, { sandbox, sample });
  const members = (await openMembers(email, now)).map(({ member }) => member);
  return members.length === 1 ? members[0] : members.find(({ account_id }) => account_id === chosen);
}

/** Uses a link to renew the proof of the session that asked for it, in its own browser. */
export async function renewProof(
  event: APIGatewayProxyEventV2,
  login: Login,
  memory: Write | undefined,
  now: Date,
): Promise<boolean> {
  const visitor = await findVisitor(event, now);
  if (!visitor || visitor.sessionHash !== login.session) return false;
  if (!(await putStepUp(login, visitor.sessionHash, memory, now))) return false;
  await putDone(event, visitor.session, "confirm by link", now);
  return true;
}

async function putDone(
  event: APIGatewayProxyEventV2,
  { account_id, member_id, session_id }: Session,
  action: string,
  now: Date,
): Promise<void> {
  const { requestId: request_id } = event.requestContext;
  const of = { account_id, member_id, session_id, action, objects: [], request_id };
  await putActivity({ ...startedActivity(of, now), result: "done" });
}
