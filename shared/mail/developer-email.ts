import type { DeveloperMailWords } from "../words/en/developer-mail.ts";
import { mailWords } from "../words/words.ts";
import type { EmailMessage } from "./deliver-mail.ts";
import { type Block, emailOf } from "./email-frame.tsx";

export const developerEmail = (
  { subject, lines, button = "", after = [] }: DeveloperMailWords,
  link?: string,
): EmailMessage =>
  emailOf({
    subject,
    preheader: lines[0] ?? "",
    language: "en",
    blocks: [
      ...lines.map((text): Block => ({ kind: "text", text })),
      ...(link === undefined ? [] : [{ kind: "action", label: button, href: link } as const]),
      ...after.map((text): Block => ({ kind: "fine", text })),
      { kind: "fine", text: `${mailWords.en.sender}\n${mailWords.en.contact}` },
    ],
  });
