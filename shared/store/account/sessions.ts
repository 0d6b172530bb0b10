import type { Login } from "../../domain/account/login.ts";
import { hasSignedIn, Member, type SessionReference } from "../../domain/account/member.ts";
import { isOver, Session, withSession } from "../../domain/account/session.ts";
import { keys } from "../keys/keys.ts";
import { writeDecided } from "../table/decided.ts";
import { exists } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findAs } from "../table/reads.ts";
import { ttlAt, type Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";
import { loginDelete } from "./logins.ts";
import { signedInWrite } from "./members.ts";

/** The session whose token has this hash, unless it is over. Its member must list it, too. */
export async function findSession(hash: string, now: Date): Promise<Session | undefined> {
  const session = await findAs(keys.session(hash), Session);
  return session && !isOver(session, now) ? session : undefined;
}

const sessionWrite = (session: Session, hash: string): Write =>
  putNew({ ...keys.session(hash), ...session, ttl: ttlAt(session.expires_at) });

const provedWrite = (hash: string, now: Date): Write =>
  change(keys.session(hash), { set: { proved_at: now.toISOString() }, when: exists });

const sessionsWrite = (before: Member, { sessions, signed_in_at, browsers }: Member): Write =>
  change(keys.member(before.account_id, before.member_id), {
    set: { sessions, signed_in_at, browsers },
    when: { sessions: before.sessions },
    found: true,
  });

/** A session that its member does not list has ended, so its own item can wait for its expiry. */
export async function deleteSessions(
  member: Member,
  ends: (session: SessionReference) => boolean,
): Promise<void> {
  const without = (held: Member) => ({
    ...held,
    sessions: held.sessions.filter((session) => !ends(session)),
  });
  await putSessionWith(member, without, () => []);
}

/** For the transaction of a sign-in. Others may write the member at the same time, so it is tried again. */
const putSessionWith = (
  member: Member,
  decide: (held: Member) => Member,
  writes: () => Write[],
  memory?: Write,
): Promise<true | undefined> =>
  writeDecided(member, (held) => ({ after: decide(held), answer: true as const, memory }), {
    writes: (before, after) => ({ item: sessionsWrite(before, after), others: writes() }),
    parse: (item) => Member.parse(item),
  });

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
