import { USUAL_LANGUAGE } from "../domain/language.ts";
import { plainName } from "../domain/signup/masking.ts";
import { type LiveSignup, PROOF_DAYS } from "../domain/signup/signup.ts";
import { DAY } from "../domain/window.ts";
import { dayWords, legalStatements, legalWords, mailWords } from "../words/words.ts";
import type { EmailMessage } from "./deliver-mail.ts";
import { emailOf } from "./email-frame.tsx";

type Addressee = Pick<LiveSignup, "name" | "agent" | "language">;

/**
 * The email with the owner's confirmation link, in the signup's language. Names are reduced to plain ones, so
 * an agent cannot word it.
 */
export function confirmationEmail(
  { name, agent, language = USUAL_LANGUAGE }: Addressee,
  link: string,
  now: Date,
): EmailMessage {
  const words = mailWords[language];
  const legal = legalStatements(language);
  const end = new Date(now.getTime() + PROOF_DAYS * DAY * 1000).toISOString();
  return emailOf({
    subject: words.subject,
    preheader: words.preheader(PROOF_DAYS),
    language,
    blocks: [
      { kind: "text", text: words.hello(plainName(name)) },
      { kind: "text", text: words.why(plainName(agent?.name)) },
      { kind: "action", label: words.button, href: link },
      { kind: "text", text: `${words.after} ${words.expiry(PROOF_DAYS, dayWords(end, language))}` },
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
