import { hashOfProof, newProof } from "../crypto/proof.ts";
import { hasSignedIn, type Member } from "../domain/account/member.ts";
import type { Partner } from "../domain/account/partner.ts";
import { brand } from "../domain/brand.ts";
import type { MailRequest } from "../domain/event/outbox.ts";
import { baseUrl } from "../http/serve/responses.ts";
import {
  findLogin,
  putCountedInvitation,
  putLoginMailed,
  putLoginProof,
  putLoginWaiting,
} from "../store/account/logins.ts";
import { findMember, moveInvitation } from "../store/account/members.ts";
import { listMembersByEmail } from "../store/account/members-by-email.ts";
import { findPartner } from "../store/account/partners.ts";
import type { InLine } from "../store/share/waiting-emails.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import {
  contactLinkWords,
  contactNoticeWords,
  invitationWords,
  liveAccessWords,
  signInWords,
} from "../words/en/developer-mail.ts";
import { deliverMail } from "./deliver-mail.ts";
import { developerEmail } from "./developer-email.ts";
import { tellAdmins } from "./tell-admins.ts";

type Outcome = "sent" | "refused" | "settled" | "suppressed" | "limited" | "waits" | "no_account";

/**
 * Its proof is made here, and only its hash is stored. Every address gets the same page, so only here it
 * matters whether it is a member's. A link to one that has never signed in, or that registers a company,
 * takes its turn in the lane. Others go at once, also to a mailbox that disowned a stranger's signup.
 */
export async function sendSignIn(
  { login_id }: MailRequest & { mail: "sign_in" },
  line: InLine,
  now: Date,
  deadline: AbortSignal,
): Promise<Outcome> {
  const login = await findLogin(login_id, now);
  if (!login || login.mailed_at || login.contact) return "settled";
  const members = await listMembersByEmail(login.email);
  if (login.company === undefined && members.length === 0) return "no_account";
  const isOwn = login.company === undefined && members.some(hasSignedIn);
  if (await isSuppressed(login.email, { evenDisowned: isOwn })) return "suppressed";

  const takesTurn = !isOwn && login.proof_hash === undefined;
  const proof = newProof();
  const isStrange = login.session === undefined && !members.some(knows(login.browser));
  const hash = await hashOfProof(proof);
  const right = await putLoginProof(login, hash, isStrange, takesTurn ? line : undefined, now);
  if (right === "waits") await putLoginWaiting(login_id, now);
  if (right !== "added") return right;
  const link = `${baseUrl()}/developers/sign-in/${login_id}/${proof}`;
  const email = developerEmail(signInWords({ renews: login.session !== undefined }), link);
  const delivered = await deliverMail(login.email, email, deadline);
  await putLoginMailed(login_id, now);
  return delivered;
}

const knows =
  (mark: string) =>
  ({ browsers = [] }: Member): boolean =>
    browsers.includes(mark);

/** First a notice goes to the account's admins. Only an admin with a fresh link asks for it. */
export async function sendContactChange(
  { login_id }: MailRequest & { mail: "contact_change" },
  now: Date,
  deadline: AbortSignal,
): Promise<Outcome> {
  const login = await findLogin(login_id, now);
  if (!login?.contact || login.mailed_at) return "settled";
  const { email, contact } = login;
  if (await isSuppressed(email)) return "suppressed";
  const proof = newProof();
  const right = await putLoginProof(login, await hashOfProof(proof), true, undefined, now);
  if (right !== "added") return right;
  const notice = developerEmail(contactNoticeWords(email), `${baseUrl()}/developers`);
  await tellAdmins({ ...contact, id: login_id }, notice, now, deadline);
  const link = `${baseUrl()}/developers/account/contact/${login_id}/${proof}`;
  const delivered = await deliverMail(email, developerEmail(contactLinkWords, link), deadline);
  await putLoginMailed(login_id, now);
  return delivered;
}

/** Records on the member whether it did. `isCounted`: an earlier try counted the email. */
export async function sendInvitation(
  { account_id, member_id }: MailRequest & { mail: "invitation" },
  line: InLine,
  now: Date,
  deadline: AbortSignal,
  isCounted: boolean,
): Promise<Outcome> {
  const member = await findMember(account_id, member_id);
  const partner = member && (await findPartner(member.partner_id, now));
  if (!member || !partner) return "settled";
  const outcome = await invite(member, partner, isCounted ? undefined : line, now, deadline);
  if (outcome !== "waits") await moveInvitation(member, outcome === "sent" ? "sent" : "not_sent");
  return outcome;
}

/** `line`: the email is not counted yet. */
async function invite(
  { email, role }: Member,
  { company }: Partner,
  line: InLine | undefined,
  now: Date,
  deadline: AbortSignal,
): Promise<Outcome> {
  if (await isSuppressed(email)) return "suppressed";
  const right = line ? await putCountedInvitation(email, line, now) : "added";
  if (right !== "added") return right;
  const page = `${baseUrl()}/developers?email=${encodeURIComponent(email)}`;
  return deliverMail(email, developerEmail(invitationWords(company, role), page), deadline);
}

export const sendLiveAccessRequest = (
  { account_id }: MailRequest & { mail: "live_access" },
  deadline: AbortSignal,
): Promise<Outcome> => deliverMail(brand.supportEmail, developerEmail(liveAccessWords(account_id)), deadline);
