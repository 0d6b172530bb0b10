import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { hashOfProof } from "../../crypto/proof.ts";
import { type Account, restoredAccount } from "../../domain/account/account.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Partner } from "../../domain/account/partner.ts";
import type { Session } from "../../domain/account/session.ts";
import { findAccount } from "../../store/account/accounts.ts";
import { findMember } from "../../store/account/members.ts";
import { findPartner } from "../../store/account/partners.ts";
import { findSession } from "../../store/account/sessions.ts";
import { csrfTokenOf, readCookie } from "./cookies.ts";

/** A signed-in person. All reads and writes are for `account`, and no request can name another. */
export type Visitor = {
  session: Session;
  sessionHash: string;
  csrf: string;
  browser: string | undefined;
  member: Member;
  account: Account;
  partner: Partner;
  source: string;
};

/** Undefined: the session is over, its member was removed or its partner refused. All is read anew. */
export async function findVisitor(event: APIGatewayProxyEventV2, now: Date): Promise<Visitor | undefined> {
  const token = readCookie(event, "session");
  if (token === undefined) return undefined;
  const sessionHash = await hashOfProof(token);
  const session = await findSession(sessionHash, now);
  if (!session) return undefined;
  const [member, stored] = await Promise.all([
    findMember(session.account_id, session.member_id),
    findAccount(session.account_id, now),
  ]);
  const isListed = member?.sessions.some(({ session_id }) => session_id === session.session_id);
  const partner = member && isListed ? await findPartner(member.partner_id, now, 0) : undefined;
  if (!member || !partner || partner.status === "refused") return undefined;
  // An account without a key expires. Its first change stores it again.
  const account = stored ?? restoredAccount(session.account_id, { partner_id: partner.partner_id }, now);
  const browser = readCookie(event, "browser");
  const source = event.requestContext.http.sourceIp;
  return { session, sessionHash, csrf: csrfTokenOf(token), browser, member, account, partner, source };
}
