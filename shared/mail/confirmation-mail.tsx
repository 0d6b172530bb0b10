import { USUAL_LANGUAGE } from "../domain/language.ts";
import { plainName } from "../domain/signup/masking.ts";
import { type LiveSignup, PROOF_DAYS } from "../domain/signup/signup.ts";
import { DAY } from "../domain/window.ts";
import { dayWords, daysWords, filled, legalStatements, legalWords, mailWords } from "../words/words.ts";
import type { EmailMessage } from "./deliver-mail.ts";
import { emailOf } from "./email-frame.tsx";

const DAY_MS = DAY * 1000;

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
  const [person, assistant] = [plainName(name), plainName(agent?.name)];
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
