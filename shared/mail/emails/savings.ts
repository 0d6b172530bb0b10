import { hashOfProof, newProof } from "../../crypto/proof.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import { type Language, USUAL_LANGUAGE } from "../../domain/text/language.ts";
import { claimsOf } from "../../domain/receipt/receipt.ts";
import { type Agreement, withFormer } from "../../domain/savings/agreement.ts";
import { isReachable } from "../../domain/savings/reachable.ts";
import { savedByAgreement } from "../../domain/savings/saver.ts";
import { mailboxOf } from "../../domain/signup/mailbox.ts";
import { plainName } from "../../domain/signup/masking.ts";
import type { LiveSignup } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { findPayerName } from "../../store/account/accounts.ts";
import { findDriver } from "../../store/driver/drivers.ts";
import { findReceipt, listReceipts } from "../../store/receipt/receipts.ts";
import { findAgreement, linkTo } from "../../store/savings/agreements.ts";
import { findSaver } from "../../store/savings/savers.ts";
import { putSavingsLink } from "../../store/savings/savings-emails.ts";
import { findSignup, findSignupOf } from "../../store/signup/signups.ts";
import { filled, mailWords, savingsWords } from "../../words/words.ts";
import type { EmailMessage } from "../deliver-mail.ts";
import type { Addressed, EmailRecord, MailNamed, SendTurn } from "../email-record.ts";
import { type Block, emailOf } from "../email-frame.tsx";
import { receiptBlocks } from "./receipt.ts";

type Savings = Addressed & { agreement: Agreement; signup: LiveSignup; proof: string };
type SavingsRecord<Loaded extends Savings = Savings> = EmailRecord<MailNamed<"savings">, Loaded>;

/** An invitation, which a partner causes, takes its turn in the lane. */
export const savingsInvitationMail: SavingsRecord = {
  load: (mail, now) => loadPresent(mail, "invited", now),
  claim: (loaded, turn, now) => putLink(loaded, "invited", turn, now),
  async text(loaded, now) {
    const { subject, body, button, after } = savingsWords[languageOf(loaded.signup)].email.invited;
    const partner = await partnerOf(loaded, now);
    return framed(loaded, filled(subject, { partner }), after, [
      { kind: "text", text: filled(body, { partner }) },
      { kind: "action", label: button, href: pageOf(loaded) },
      { kind: "text", text: after },
    ]);
  },
};

export const savingsActMail = (about: "started" | "changed" | "ended"): SavingsRecord => ({
  load: (mail, now) => loadPresent(mail, about === "ended" ? about : "active", now),
  claim: (loaded, turn, now) => putLink(loaded, "acts", turn, now),
  async text(loaded, now) {
    const { email, stop } = savingsWords[languageOf(loaded.signup)];
    const { id, receipt } = loaded.agreement;
    const title = filled(email[about], { partner: await partnerOf(loaded, now) });
    const stored = receipt === undefined ? undefined : await findReceipt(id, receipt);
    return framed(loaded, title, title, [
      { kind: "text", text: `${title}.` },
      about === "ended"
        ? { kind: "text", text: `${stop.what} ${stop.pending}` }
        : { kind: "link", label: email.stop, href: `${pageOf(loaded)}/stop` },
      { kind: "link", label: email.see, href: pageOf(loaded) },
      ...(stored ? receiptBlocks(stored) : []),
    ]);
  },
});

/** Also about an agreement that an invitation replaced, which has no page. */
export const savingsYearMail: SavingsRecord<Savings & { year: number; hasPage: boolean }> = {
  async load(mail, now) {
    const present = await findAgreement(mail, mail.driver_id);
    const known = present ? withFormer(present) : [];
    const loaded = await loadSavings(
      mail,
      known.find(({ id }) => id === mail.agreement_id),
      now,
    );
    if (typeof loaded === "string") return loaded;
    return [{ ...loaded, year: mail.year ?? 0, hasPage: mail.agreement_id === present?.id }];
  },
  claim: (loaded, turn, now) => putLink(loaded, "acts", turn, now),
  async text(loaded) {
    const { agreement, signup, year, hasPage } = loaded;
    const { see, year: words } = savingsWords[languageOf(signup)].email;
    const parts = await partsOf(agreement, year);
    const sum = [...parts.values()].reduce((total, cents) => total + cents, 0);
    const total = filled(words.total, { year, total: exactUsd(sum) });
    return framed(loaded, filled(words.subject, { year }), total, [
      { kind: "text", text: total },
      { kind: "text", text: [...parts].map(([name, cents]) => `${name}: ${exactUsd(cents)}`).join("\n") },
      { kind: "text", text: words.tax },
      ...(hasPage ? [{ kind: "link", label: see, href: pageOf(loaded) } as const] : []),
    ]);
  },
};

async function loadPresent(mail: MailNamed<"savings">, status: Agreement["status"], now: Date) {
  const agreement = await findAgreement(mail, mail.driver_id);
  const isDue = agreement?.id === mail.agreement_id && agreement.status === status;
  const loaded = await loadSavings(mail, isDue ? agreement : undefined, now);
  return typeof loaded === "string" ? loaded : [loaded];
}

/**
 * To the address of their confirmed signup and never to one of a request. The link shows the agreement and
 * stops it. Without a confirmed signup nothing is sent, and no reply shows that.
 */
async function loadSavings(
  { entry_id }: MailNamed<"savings">,
  agreement: Agreement | undefined,
  now: Date,
): Promise<Savings | "settled" | "no_signup"> {
  if (!agreement) return "settled";
  const signup = await signupOf(agreement, now);
  return signup ? { to: signup.email, entry: entry_id, agreement, signup, proof: newProof() } : "no_signup";
}

async function putLink(
  { to, agreement, signup, proof }: Savings,
  about: "invited" | "acts",
  turn: SendTurn,
  now: Date,
) {
  const link = linkTo(agreement, signup.signup_id);
  return putSavingsLink(await hashOfProof(proof), link, { email: to, about, ...turn }, now);
}

const languageOf = ({ language = USUAL_LANGUAGE }: LiveSignup): Language => language;
const pageOf = ({ proof }: Savings): string => `${baseUrl()}/savings/${proof}`;
const partnerOf = async ({ agreement }: Savings, now: Date): Promise<string> =>
  plainName(await findPayerName(agreement.account_id, now));

function framed({ signup }: Savings, subject: string, preheader: string, blocks: Block[]): EmailMessage {
  const language = languageOf(signup);
  const { sender, contact } = mailWords[language];
  const fine: Block = { kind: "fine", text: `${sender}\n${contact}` };
  return emailOf({ subject, preheader, language, blocks: [...blocks, fine] });
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

/** What a person saved in a tax year, in cents, by the name of the company that they agreed to. */
async function partsOf(agreement: Agreement, year: number): Promise<Map<string, number>> {
  const saver = await findSaver(agreement, agreement.person ?? "");
  const parts = new Map<string, number>();
  for (const [agreementId, cents] of saver ? savedByAgreement(saver, year) : []) {
    if (cents <= 0) continue;
    const [first] = await listReceipts(agreementId);
    const name = plainName(first && String(claimsOf(first).terms.partner)) || agreementId;
    parts.set(name, (parts.get(name) ?? 0) + cents);
  }
  return parts;
}
