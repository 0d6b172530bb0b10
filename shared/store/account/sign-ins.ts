import type { Login } from "../../domain/account/login.ts";
import { hasSignedIn, type Member, type SessionReference } from "../../domain/account/member.ts";
import { type Session, withSession } from "../../domain/account/session.ts";
import { transactOnce } from "../table/idempotency.ts";
import type { Write } from "../table/table.ts";
import { loginDelete } from "./logins.ts";
import { signedInWrite } from "./members.ts";
import { provedWrite, putSessionWith, sessionWrite } from "./sessions.ts";

type SignIn = { session: Session; listed: SessionReference; memory: Write | undefined };

/** Puts the session that a link begins, with the answer to its form. False: the link was used before. */
export async function putSignIn(
  login: Login,
  member: Member,
  { session, listed, memory }: SignIn,
): Promise<boolean> {
  const begins = (held: Member) => withSession(held, listed, login.browser, new Date(session.created_at));
  const writes = () => [
    loginDelete(login),
    sessionWrite(session, listed.hash),
    // The pointer says it from the first sign-in on.
    ...(hasSignedIn(member) ? [] : [signedInWrite(member)]),
  ];
  const done = await putSessionWith(member, begins, writes, memory);
  return done ?? false;
}

export const putStepUp = async (
  login: Login,
  sessionHash: string,
  memory: Write | undefined,
  now: Date,
): Promise<boolean> =>
  (await transactOnce([loginDelete(login), provedWrite(sessionHash, now)], memory)) === undefined;
