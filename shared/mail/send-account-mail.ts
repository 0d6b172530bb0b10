import { hashOfProof, newProof } from "../crypto/proof.ts";
import { hasSignedIn, type Member } from "../domain/account/member.ts";
import { brand } from "../domain/brand.ts";
import type { MailMessage, MailRequest } from "../domain/event/outbox.ts";
import { baseUrl } from "../http/serve/responses.ts";
import { countInvitation, findLogin, putLoginMailed, putLoginProof } from "../store/account/logins.ts";
import { findMember } from "../store/account/members.ts";
import { listMembersByEmail } from "../store/account/members-by-email.ts";
import { findPartner } from "../store/account/partners.ts";
import { moveEmailToCounted } from "../store/event/email-claims.ts";
import { emailBudget } from "../store/signup/email-budget.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { admitToService } from "../store/table/service-limit.ts";
import {
  contactLinkEmail,
  contactNoticeEmail,
  invitationEmail,
  liveAccessEmail,
  signInEmail,
} from "./account-mail.tsx";
import { deliverMail } from "./deliver-mail.ts";
import { tellAdmins } from "./tell-admins.ts";

type Outcome = "sent" | "refused" | "settled" | "suppressed" | "limited" | "no_account";

/**
 * Emails a link to the dashboard. Its proof is made here, and only its hash is stored. The page does the same
 * for every address, so that it reveals none: only here it matters whether the address is a member's. Anyone
 * can make any address a member, so a link to an address that has never signed in counts once against the
 * service's budget of emails. So does a link that registers a company. A member who has signed in gets the
 * link although the mailbox disowned a signup, because that happens to strangers' signups, too.
 */
export async function sendSignIn(
  { login_id }: MailRequest & { mail: "sign_in" },
  now: Date,
  patience: AbortSignal,
): Promise<Outcome> {
  const login = await findLogin(login_id, now);
  if (!login || login.mailed_at || login.contact) return "settled";
  const members = await listMembersByEmail(login.email);
  if (login.company === undefined && members.length === 0) return "no_account";
  const isOwn = login.company === undefined && members.some(hasSignedIn);
  if (await isSuppressed(login.email, { evenDisowned: isOwn })) return "suppressed";

  const isCounted = login.proof_hash !== undefined;
  const spendsBudget = !isOwn && !isCounted;
  const proof = newProof();
  const isStrange = login.session === undefined && !members.some(knows(login.browser));
  const right = await putLoginProof(login, await hashOfProof(proof), isStrange, now);
  if (right !== "added") return right;
  // After the mailbox's own limit: an email that this one refuses must not spend the budget of the others.
  if (spendsBudget && (await admitToService(emailBudget, now))) return "limited";
  const link = `${baseUrl()}/developers/sign-in/${login_id}/${proof}`;
  const email = signInEmail(link, { renews: login.session !== undefined });
  const delivered = await deliverMail(login.email, email, patience);
  await putLoginMailed(login_id, now);
  return delivered;
}

/** Whether a member signed in before in the browser with this mark. */
const knows =
  (mark: string) =>
  ({ browsers = [] }: Member): boolean =>
    browsers.includes(mark);

/**
 * Emails the link that makes an address the contact of an account, and before it a notice to the account's
 * admins. Only an admin with a fresh link asks for it.
 */
export async function sendContactChange(
  { login_id }: MailRequest & { mail: "contact_change" },
  now: Date,
  patience: AbortSignal,
): Promise<Outcome> {
  const login = await findLogin(login_id, now);
  if (!login?.contact || login.mailed_at) return "settled";
  const { email, contact } = login;
  if (await isSuppressed(email)) return "suppressed";
  const proof = newProof();
  const right = await putLoginProof(login, await hashOfProof(proof), true, now);
  if (right !== "added") return right;
  await tellAdmins({ ...contact, id: login_id }, contactNoticeEmail(email), now, patience);
  const link = `${baseUrl()}/developers/account/contact/${login_id}/${proof}`;
  const delivered = await deliverMail(email, contactLinkEmail(link), patience);
  await putLoginMailed(login_id, now);
  return delivered;
}

/**
 * Emails an invited person the address of the dashboard, where the person asks for a link. `isCounted`: an
 * earlier try counted the email against its limits.
 */
export async function sendInvitation(
  { account_id, member_id, entry_id }: MailMessage & { mail: "invitation" },
  now: Date,
  patience: AbortSignal,
  isCounted: boolean,
): Promise<Outcome> {
  const member = await findMember(account_id, member_id);
  const partner = member && (await findPartner(member.partner_id, now));
  if (!member || !partner) return "settled";
  if (await isSuppressed(member.email)) return "suppressed";
  if (!isCounted) {
    if (!(await countInvitation(member.email, now))) return "limited";
    // A retry after a late budget must not count against the mailbox again.
    if (entry_id !== undefined) await moveEmailToCounted(entry_id, now);
    if (await admitToService(emailBudget, now)) return "limited";
  }
  const email = invitationEmail(
    partner.company,
    member.role,
    `${baseUrl()}/developers?email=${encodeURIComponent(member.email)}`,
  );
  return deliverMail(member.email, email, patience);
}

/** Emails the operators that an account asks for live access. It names the account's id, and no person. */
export const sendLiveAccessRequest = (
  { account_id }: MailRequest & { mail: "live_access" },
  patience: AbortSignal,
): Promise<Outcome> => deliverMail(brand.supportEmail, liveAccessEmail(account_id), patience);
