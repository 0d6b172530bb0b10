import { hashOfProof, newProof } from "../../crypto/proof.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { putEmailDone, putProof } from "../../store/signup/confirmations.ts";
import { putCountedProof } from "../../store/signup/email-counts.ts";
import { findSignup } from "../../store/signup/signups.ts";
import type { Addressed, EmailRecord, MailNamed } from "../email-record.ts";
import { USUAL_LANGUAGE } from "../../domain/text/language.ts";
import { plainName } from "../../domain/signup/masking.ts";
import { type LiveSignup, PROOF_DAYS } from "../../domain/signup/signup.ts";
import { DAY } from "../../domain/limit/window.ts";
import { dayWords, daysWords, filled, legalStatements, legalWords, mailWords } from "../../words/words.ts";
import type { EmailMessage } from "../deliver-mail.ts";
import { emailOf } from "../email-frame.tsx";

const DAY_MS = DAY * 1000;

type Confirmation = Addressed & { signup: LiveSignup; asked_at: string; proof: string };

/** Only the hash of its proof is stored. Over the mailbox's limits nothing is sent; out of turn, it waits. */
export const confirmationMail: EmailRecord<MailNamed<"confirmation">, Confirmation> = {
  async load({ signup_id, asked_at }, now) {
    const signup = await findSignup(signup_id, now);
    if (signup?.mode !== "live" || signup.status !== "initiated") return "settled";
    if (signup.mails_sent?.has(asked_at) || signup.mails_dropped?.has(asked_at)) return "settled";
    return [{ to: signup.email, signup, asked_at, proof: newProof() }];
  },
  // An email counts once, however often it is tried.
  async claim({ signup, asked_at, proof }, { line }, now) {
    const hash = await hashOfProof(proof);
    return signup.mails_counted?.has(asked_at)
      ? putProof(signup.signup_id, hash, asked_at, now)
      : putCountedProof(signup, hash, asked_at, line, now);
  },
  text: ({ signup, proof }, now) =>
    confirmationEmail(signup, `${baseUrl()}/signup/${signup.signup_id}/${proof}`, now),
  async end({ signup: { signup_id }, asked_at }, outcome, now) {
    if (outcome === "sent") await putEmailDone(signup_id, asked_at, "sent", now);
    // This holds for good, whenever the request is relayed again.
    if (outcome === "refused" || outcome === "limited")
      await putEmailDone(signup_id, asked_at, "dropped", now);
  },
};

type Addressee = Pick<LiveSignup, "name" | "agent" | "language" | "expires_at">;

/** Names are reduced to plain ones, so an agent cannot word it. A link ends with its signup. */
export function confirmationEmail(
  { name, agent, language = USUAL_LANGUAGE, expires_at }: Addressee,
  link: string,
  now: Date,
): EmailMessage {
  const words = mailWords[language];
  const legal = legalStatements(language);
  const latest = now.getTime() + PROOF_DAYS * DAY_MS;
  const end = Math.min(latest, expires_at === undefined ? latest : Date.parse(expires_at));
  const days = Math.ceil((end - now.getTime()) / DAY_MS);
  const toSay = { days: daysWords(days, language), day: dayWords(new Date(end).toISOString(), language) };
  const person = plainName(name);
  const assistant = plainName(agent?.name);
  const someone = assistant ? filled(words.assistant, { name: assistant }) : words.unnamed;
  return emailOf({
    subject: words.subject,
    preheader: filled(words.preheader, toSay),
    language,
    blocks: [
      { kind: "text", text: person ? filled(words.hello, { name: person }) : words.helloUnnamed },
      { kind: "text", text: filled(words.why, { someone }) },
      { kind: "action", label: words.button, href: link },
      { kind: "text", text: `${words.after} ${filled(words.expiry, toSay)}` },
      { kind: "text", text: words.receipt },
      { kind: "text", text: words.ignore },
      { kind: "link", label: words.cancel, href: `${link}/not-me` },
      ...(legal.language === language
        ? []
        : [{ kind: "fine" as const, text: legalWords[language].englishOnly }]),
      { kind: "fine", text: legal.statements.join(" "), language: legal.language },
      { kind: "fine", text: `${words.sender}\n${words.contact}` },
    ],
  });
}
