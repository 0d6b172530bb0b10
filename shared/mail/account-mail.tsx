import { renderToString } from "preact-render-to-string";
import { brand } from "../domain/brand.ts";
import { maskedEmail, shortName } from "../domain/signup/masking.ts";
import { baseUrl } from "../http/serve/responses.ts";
import type { EmailMessage } from "./deliver-mail.ts";

type Words = { subject: string; lines: string[]; button: string; after: string[] };

/** The email with a link that signs in, or that proves the mailbox anew. */
export const signInEmail = (link: string, { renews }: { renews: boolean }): EmailMessage =>
  message(link, {
    subject: renews ? `Confirm it's you at ${brand.serviceName}` : `Sign in to ${brand.serviceName}`,
    lines: [
      renews
        ? "You asked to change something that needs a fresh confirmation."
        : "Here is your link to the developer dashboard.",
      "It works once, for 15 minutes, in the browser that asked for it.",
    ],
    button: renews ? "Confirm it's you" : "Sign in",
    after: ["Didn't ask for this? Ignore this email. Without your browser, the link opens nothing."],
  });

/** The email to an address that is to become an account's contact. */
export const contactLinkEmail = (link: string): EmailMessage =>
  message(link, {
    subject: `Confirm your address at ${brand.serviceName}`,
    lines: [
      "You asked to make this address the contact of your developer account.",
      "The link works once, for 15 minutes, in the browser that asked for it.",
    ],
    button: "Confirm the address",
    after: ["Didn't ask for this? Ignore this email. Without your browser, the link opens nothing."],
  });

/** The notice to the account's admins before the contact changes. */
export const contactNoticeEmail = (newEmail: string): EmailMessage =>
  message(`${baseUrl()}/developers`, {
    subject: `Your account's contact at ${brand.serviceName} is about to change`,
    lines: [
      `An admin of your developer account asked to change its contact address to ${maskedEmail(newEmail)}.`,
      "It changes once the new address confirms. Then the current contact can't sign in any more, unless the new address is a member of the team already.",
    ],
    button: "Open the dashboard",
    after: [
      `Didn't expect this? Sign in now, look at Activity on the Account page, and write to ${brand.supportEmail}.`,
    ],
  });

/** A company chooses its own name, so the email uses a plain form of it. */
export function invitationEmail(company: string, role: string, link: string): EmailMessage {
  const name = shortName(company) || "A company";
  return message(link, {
    subject: `You can now sign in to ${brand.serviceName}`,
    lines: [
      `${name} added you to its developer account as ${role === "admin" ? "an" : "a"} ${role}.`,
      "Sign in with this email address. You need no password.",
    ],
    button: "Sign in",
    after: ["Don't know this company? Ignore this email."],
  });
}

/** For the operators, who decide by a command. */
export const liveAccessEmail = (accountId: string): EmailMessage => {
  const line = `The account ${accountId} asks for live access.`;
  const how = `Review the partner. To open live access, run: npm run ops -- accounts verify ${accountId}`;
  return {
    subject: "An account asks for live access",
    text: `${line}\n\n${how}`,
    html: `<p>${line}</p><p>${how}</p>`,
  };
};

function message(link: string, { subject, lines, button, after }: Words): EmailMessage {
  const signed = [...after, `${brand.serviceName}\n${brand.supportEmail}`];
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{subject}</title>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#1b2430;background:#ffffff">
        <div style="max-width:34em;margin:0 auto">
          {lines.map((line) => (
            <p>{line}</p>
          ))}
          <p>
            <a
              href={link}
              style="display:inline-block;padding:12px 22px;border-radius:6px;background:#0b6b4f;color:#ffffff;font-weight:bold;text-decoration:none"
            >
              {button}
            </a>
          </p>
          {signed.map((line) => (
            <p style="white-space:pre-line;font-size:14px;color:#55606e">{line}</p>
          ))}
        </div>
      </body>
    </html>
  );
  return {
    subject,
    text: [...lines, `${button}:\n${link}`, ...signed].join("\n\n"),
    html: `<!doctype html>${renderToString(page)}`,
  };
}
