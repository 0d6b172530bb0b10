import { Language } from "../../domain/text/language.ts";
import { type Act, claimsOf, compactOf, type Receipt } from "../../domain/receipt/receipt.ts";
import { baseUrl, docsUrl } from "../../http/serve/responses.ts";
import { findReceipt } from "../../store/receipt/receipts.ts";
import { findSignup } from "../../store/signup/signups.ts";
import { filled, mailWords, receiptWords, timeWords } from "../../words/words.ts";
import type { EmailMessage } from "../deliver-mail.ts";
import type { Addressed, EmailRecord, MailNamed } from "../email-record.ts";
import { type Block, emailOf } from "../email-frame.tsx";

/** In the language of the act, and in the email itself: no link would show it. */
export const receiptMail: EmailRecord<MailNamed<"receipt">, Addressed & { receipt: Receipt }> = {
  async load({ signup_id, jti, entry_id }, now) {
    const [signup, receipt] = await Promise.all([findSignup(signup_id, now), findReceipt(signup_id, jti)]);
    if (signup?.mode !== "live" || !receipt) return "settled";
    return [{ to: signup.email, entry: entry_id, receipt }];
  },
  text: ({ receipt }) => receiptEmail(receipt),
};

function receiptEmail(receipt: Receipt): EmailMessage {
  const language = languageOf(receipt);
  const { subject, preheader } = receiptWords[language].email;
  const { sender, contact } = mailWords[language];
  return emailOf({
    subject,
    preheader,
    language,
    blocks: [...receiptBlocks(receipt), { kind: "fine", text: `${sender}\n${contact}` }],
  });
}

const languageOf = (receipt: Receipt): Language => Language.parse(claimsOf(receipt).lang);

/** A receipt in an email: what the person did, the receipt to copy, its words, and how to check it. */
export function receiptBlocks(receipt: Receipt): Block[] {
  const { act, iat, text_sha256 } = claimsOf(receipt);
  const language = languageOf(receipt);
  const { acts, what, email, text, check } = receiptWords[language];
  const said = filled(acts[act as Act], { at: timeWords(new Date(iat * 1000), language) }).replaceAll(
    "**",
    "",
  );
  return [
    { kind: "text", text: said },
    { kind: "text", text: `${what} ${email.keep}` },
    { kind: "code", text: compactOf(receipt) },
    { kind: "link", label: text, href: `${baseUrl()}/legal/texts/${text_sha256}` },
    { kind: "link", label: check, href: `${docsUrl()}/receipts` },
  ];
}
