import { hashOfProof, newProof } from "../crypto/proof.ts";
import { brand } from "../domain/brand.ts";
import type { MailRequest } from "../domain/event/outbox.ts";
import { baseUrl } from "../http/serve/responses.ts";
import { countInvitation, findLogin, putLoginMailed, putLoginProof } from "../store/account/logins.ts";
import { findMember, listMemberships } from "../store/account/members.ts";
import { findPartner } from "../store/account/partners.ts";
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

type Outcome = "sent" | "settled" | "suppressed" | "limited" | "no_account";

/**
 * Emails a link to the dashboard. Its proof is made here, and only its hash is stored. The page does the same
 * for every address, so that it reveals none: only here it matters whether the address is a member's. Anyone
 * can register a company under any address, so such a link counts against the service's budget of emails.
 */
export async function sendSignIn(
  { login_id }: MailRequest & { mail: "sign_in" },
  now: Date,
): Promise<Outcome> {
  const login = await findLogin(login_id, now);
  if (!login || login.mailed_at || login.contact) return "settled";
  const mayOpen = login.company !== undefined || (await listMemberships(login.email)).length > 0;
  if (!mayOpen) return "no_account";
  if (await isSuppressed(login.email)) return "suppressed";

  if (login.company !== undefined && (await admitToService(emailBudget, now))) return "limited";
  const proof = newProof();
  const right = await putLoginProof(login, await hashOfProof(proof), now);
  if (right !== "added") return right;
  const link = `${baseUrl()}/developers/sign-in/${login_id}/${proof}`;
  await deliverMail(login.email, signInEmail(link, { renews: login.session !== undefined }));
  await putLoginMailed(login_id, now);
  return "sent";
}

/**
 * Emails the link that makes an address the contact of an account, and before it a notice to the address that
 * is the contact now. Only an admin with a fresh link asks for it.
 */
export async function sendContactChange(
  { login_id }: MailRequest & { mail: "contact_change" },
  now: Date,
): Promise<Outcome> {
  const login = await findLogin(login_id, now);
  if (!login?.contact || login.mailed_at) return "settled";
  const { email, contact } = login;
  if (await isSuppressed(email)) return "suppressed";
  const proof = newProof();
  const right = await putLoginProof(login, await hashOfProof(proof), now);
  if (right !== "added") return right;
  if (contact.from && !(await isSuppressed(contact.from)))
    await deliverMail(contact.from, contactNoticeEmail(email));
  await deliverMail(email, contactLinkEmail(`${baseUrl()}/developers/account/contact/${login_id}/${proof}`));
  await putLoginMailed(login_id, now);
  return "sent";
}

/** Emails an invited person the address of the dashboard, where the person asks for a link. */
export async function sendInvitation(
  { account_id, member_id }: MailRequest & { mail: "invitation" },
  now: Date,
): Promise<Outcome> {
  const member = await findMember(account_id, member_id);
  const partner = member && (await findPartner(member.partner_id, now));
  if (!member || !partner) return "settled";
  if (await isSuppressed(member.email)) return "suppressed";
  if (await admitToService(emailBudget, now)) return "limited";
  if (!(await countInvitation(member.email, now))) return "limited";
  await deliverMail(member.email, invitationEmail(partner.company, member.role, `${baseUrl()}/developers`));
  return "sent";
}

/** Emails the operators that an account asks for live access. It names the account's id, and no person. */
export async function sendLiveAccessRequest({
  account_id,
}: MailRequest & { mail: "live_access" }): Promise<Outcome> {
  await deliverMail(brand.supportEmail, liveAccessEmail(account_id));
  return "sent";
}
