import type { Login } from "../../domain/account/login.ts";
import type { Member, SessionReference } from "../../domain/account/member.ts";
import { type Session, withSession } from "../../domain/account/session.ts";
import { transact } from "../table/table.ts";
import { loginDelete } from "./logins.ts";
import { signedInWrite } from "./members.ts";
import { provedWrite, putSessionWith, sessionWrite } from "./sessions.ts";

/** Uses a link and puts the session that it begins. Returns false when the link was used before. */
export async function putSignIn(
  login: Login,
  member: Member,
  session: Session,
  listed: SessionReference,
): Promise<boolean> {
  const begins = (held: Member) => withSession(held, listed, login.browser, new Date(session.created_at));
  const done = await putSessionWith(member, begins, () => [
    loginDelete(login),
    sessionWrite(session, listed.hash),
    // The pointer says it from the first sign-in on.
    ...(member.browsers === undefined ? [signedInWrite(member)] : []),
  ]);
  return done ?? false;
}

/** Uses a link to renew a session's proof. Returns false when the link was used, or the session is over. */
export const putStepUp = async (login: Login, sessionHash: string, now: Date): Promise<boolean> =>
  (await transact([loginDelete(login), provedWrite(sessionHash, now)])) === undefined;
