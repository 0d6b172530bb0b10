import { invalid, missing, Problem, statusConflict } from "../../contract/errors.ts";
import { hashOfProof } from "../../crypto/proof.ts";
import { SignInForm } from "../../domain/account/dashboard-forms.ts";
import { contactChangeLimit, type Login, newLogin } from "../../domain/account/login.ts";
import { MAX_MEMBERS } from "../../domain/account/member.ts";
import { sameEmail } from "../../domain/text/text.ts";
import type { Result } from "../../http/serve/responses.ts";
import { contactLinkPage } from "./account-pages.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { moveContact } from "../../store/account/contacts.ts";
import { findLogin, putLogin } from "../../store/account/logins.ts";
import { listMembers } from "../../store/account/members.ts";
import { admit } from "../../store/table/limits.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const ACCOUNT = "/developers/account/test";

/** Emails a link to the new address, and a notice to the one that is the contact now. */
export async function askForContact(request: DashboardRequest): Promise<Result> {
  const { account, partner, sessionHash, form, now, remember } = request;
  const parsed = SignInForm.safeParse({ email: form.email ?? "" });
  if (!parsed.success) throw invalid("Enter the new contact's email address.", "email");
  const email = sameEmail(parsed.data.email);
  if (partner.email !== undefined && sameEmail(partner.email) === email)
    throw statusConflict("This address is the contact already.");
  if (await admit("contact", account.account_id, [contactChangeLimit], now))
    throw new Problem("rate_limit_exceeded", "The account asked five times in a day. Try again tomorrow.");
  const contact = { account_id: account.account_id, ...(partner.email && { from: partner.email }) };
  // No browser has this mark: only the session that asked can use the link.
  const login = newLogin({ email, browser: "", session: sessionHash, contact, next: ACCOUNT }, now);
  const page = `${ACCOUNT}?done=contact-asked`;
  await putLogin(login, now, remember(page));
  return seeOther(page);
}

export async function showContactLink(request: DashboardRequest): Promise<Result> {
  const { email } = await requireLink(request);
  return contactLinkPage(request.shown, { email, from: request.partner.email });
}

/** The address that an emailed link proves becomes the contact. GET changes nothing. */
export async function confirmContact(request: DashboardRequest): Promise<Result> {
  const { partner, sessionHash, now } = request;
  const login = await requireLink(request);
  const members = await listMembers(partner.account_id);
  const isFull = members.length >= MAX_MEMBERS;
  const moved = await moveContact({ login, partner, members, sessionHash, isFull }, now);
  const isMember = (email: string) => members.some((member) => member.email === sameEmail(email));
  const staysMember = isMember(login.email) && isMember(partner.email ?? "");
  if (moved) return seeOther(`${ACCOUNT}?done=${staysMember ? "contact-kept" : "contact"}`);
  throw statusConflict(
    "The address has registered this company before, the team is full, or the account changed at the same time. Reload the page and try again.",
  );
}

async function requireLink({ account, partner, sessionHash, params, now }: DashboardRequest): Promise<Login> {
  const login = await findLogin(params.id ?? "", now);
  const isOwn = login?.session === sessionHash && login.contact?.account_id === account.account_id;
  const isProved = login?.proof_hash === (await hashOfProof(params.proof ?? ""));
  if (login && isOwn && isProved && login.contact?.from === partner.email) return login;
  throw missing(
    "This link doesn't work any more. It works once, for 15 minutes, in the browser that asked for it. Ask for a new one on the Account page.",
  );
}
