import { hashOfProof, newProof } from "../crypto/proof.ts";
import { exactUsd } from "../domain/cents.ts";
import type { SavingsMail } from "../domain/event/outbox.ts";
import { type Language, USUAL_LANGUAGE } from "../domain/language.ts";
import { claimsOf } from "../domain/receipt/receipt.ts";
import { type Agreement, withFormer } from "../domain/savings/agreement.ts";
import { isReachable } from "../domain/savings/reachable.ts";
import { savedByAgreement } from "../domain/savings/saver.ts";
import { mailboxOf } from "../domain/signup/mailbox.ts";
import { plainName } from "../domain/signup/masking.ts";
import type { LiveSignup } from "../domain/signup/signup.ts";
import { baseUrl } from "../http/serve/responses.ts";
import { findPayerName } from "../store/account/accounts.ts";
import { findDriver } from "../store/driver/drivers.ts";
import { findReceipt, listReceipts } from "../store/receipt/receipts.ts";
import { findAgreement, linkTo } from "../store/savings/agreements.ts";
import { findSaver } from "../store/savings/savers.ts";
import { putSavingsLink } from "../store/savings/savings-emails.ts";
import type { InLine } from "../store/share/waiting-emails.ts";
import { findSignup, findSignupOf } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { filled, mailWords, savingsWords } from "../words/words.ts";
import { deliverMail, type EmailMessage } from "./deliver-mail.ts";
import { type Block, emailOf } from "./email-frame.tsx";
import { receiptBlocks } from "./receipt-mail.ts";

type Outcome = "sent" | "refused" | "settled" | "suppressed" | "limited" | "waits" | "no_signup";

const STATUS = { invited: "invited", started: "active", changed: "active", ended: "ended" } as const;

/**
 * To the address of their confirmed signup and never to one of a request. The link shows the agreement and
 * stops it. Without a confirmed signup nothing is sent, and no reply shows that.
 */
export async function sendSavings(
  mail: SavingsMail,
  line: InLine,
  now: Date,
  deadline: AbortSignal,
  isCounted: boolean,
): Promise<Outcome> {
  const found = await findAgreement(mail, mail.driver_id);
  // Only a statement is about an agreement that an invitation replaced.
  const known = found && (mail.about === "year" ? withFormer(found) : [found]);
  const agreement = known?.find(({ id }) => id === mail.agreement_id);
  if (!found || !agreement) return "settled";
  if (mail.about !== "year" && agreement.status !== STATUS[mail.about]) return "settled";
  const signup = await signupOf(agreement, now);
  if (!signup) return "no_signup";
  const { email, signup_id, language = USUAL_LANGUAGE } = signup;
  if (await isSuppressed(email)) return "suppressed";
  const proof = newProof();
  const about = mail.about === "invited" ? "invited" : "acts";
  const right = await putSavingsLink(
    await hashOfProof(proof),
    linkTo(agreement, signup_id),
    { email, about, line, isCounted },
    now,
  );
  if (right !== "added") return right;
  const partner = plainName(await findPayerName(agreement.account_id, now));
  const hasPage = agreement.id === found.id;
  const message = await messageOf(mail, agreement, { partner, language, proof, hasPage });
  return deliverMail(email, message, deadline);
}

/** The signup of the person who agreed. For an invitation, the confirmed one with the driver's mailbox. */
async function signupOf(agreement: Agreement, now: Date): Promise<LiveSignup | undefined> {
  const ids = agreement.signup_id === undefined ? await invitedIds(agreement) : [agreement.signup_id];
  for (const id of ids) {
    const signup = await findSignup(id, now);
    if (isReachable(signup)) return signup;
  }
  return undefined;
}

/** A signup belongs to one spelling: the driver's own is looked for first, and then that of the mailbox. */
async function invitedIds(agreement: Agreement): Promise<string[]> {
  const driver = agreement.status === "invited" && (await findDriver(agreement, agreement.driver_id));
  if (!driver) return [];
  const spellings = new Set([driver.email, mailboxOf(driver.email)]);
  const ids = await Promise.all([...spellings].map(findSignupOf));
  return ids.filter((id) => id !== undefined);
}

/** `hasPage`: no invitation replaced the agreement. */
type Shown = { partner: string; language: Language; proof: string; hasPage: boolean };

async function messageOf(
  { about, year = 0 }: SavingsMail,
  agreement: Agreement,
  { partner, language, proof, hasPage }: Shown,
): Promise<EmailMessage> {
  const { email, stop } = savingsWords[language];
  const { sender, contact } = mailWords[language];
  const page = `${baseUrl()}/savings/${proof}`;
  const fine: Block = { kind: "fine", text: `${sender}\n${contact}` };
  if (about === "invited") {
    const { subject, body, button, after } = email.invited;
    return emailOf({
      subject: filled(subject, { partner }),
      preheader: after,
      language,
      blocks: [
        { kind: "text", text: filled(body, { partner }) },
        { kind: "action", label: button, href: page },
        { kind: "text", text: after },
        fine,
      ],
    });
  }
  if (about === "year")
    return yearEmail(agreement, year, { language, page: hasPage ? page : undefined, fine });
  const { id, receipt } = agreement;
  const title = filled(email[about], { partner });
  const found = receipt === undefined ? undefined : await findReceipt(id, receipt);
  const after: Block =
    about === "ended"
      ? { kind: "text", text: `${stop.what} ${stop.pending}` }
      : { kind: "link", label: email.stop, href: `${page}/stop` };
  return emailOf({
    subject: title,
    preheader: title,
    language,
    blocks: [
      { kind: "text", text: `${title}.` },
      after,
      { kind: "link", label: email.see, href: page },
      ...(found ? receiptBlocks(found) : []),
      fine,
    ],
  });
}

type Framed = { language: Language; page: string | undefined; fine: Block };

async function yearEmail(agreement: Agreement, year: number, { language, page, fine }: Framed) {
  const { see, year: words } = savingsWords[language].email;
  const parts = await partsOf(agreement, year);
  const sum = [...parts.values()].reduce((all, cents) => all + cents, 0);
  const total = filled(words.total, { year, total: exactUsd(sum) });
  return emailOf({
    subject: filled(words.subject, { year }),
    preheader: total,
    language,
    blocks: [
      { kind: "text", text: total },
      { kind: "text", text: [...parts].map(([name, cents]) => `${name}: ${exactUsd(cents)}`).join("\n") },
      { kind: "text", text: words.tax },
      ...(page === undefined ? [] : [{ kind: "link", label: see, href: page } as const]),
      fine,
    ],
  });
}

/** What a person saved in a tax year, in cents, by the name of the company that they agreed to. */
async function partsOf({ mode, person = "" }: Agreement, year: number): Promise<Map<string, number>> {
  const saver = await findSaver(mode, person);
  const parts = new Map<string, number>();
  for (const [agreementId, cents] of saver ? savedByAgreement(saver, year) : []) {
    if (cents <= 0) continue;
    const [first] = await listReceipts(agreementId);
    const name = plainName(first && String(claimsOf(first).terms.partner)) || agreementId;
    parts.set(name, (parts.get(name) ?? 0) + cents);
  }
  return parts;
}
