import { renderToString } from "preact-render-to-string";
import { brand } from "../domain/brand.ts";
import { plainName } from "../domain/signup/masking.ts";
import { type LiveSignup, PROOF_DAYS } from "../domain/signup/signup.ts";
import type { EmailMessage } from "./deliver-mail.ts";

/**
 * The email with the owner's confirmation link. Names are reduced to plain ones, so an agent cannot word it.
 */
export function confirmationEmail(
  { name, agent }: Pick<LiveSignup, "name" | "agent">,
  link: string,
): EmailMessage {
  const person = plainName(name);
  const assistant = plainName(agent?.name);
  const asked = assistant ? `An assistant named "${assistant}"` : "An assistant or an app";
  const lines = {
    greeting: person ? `Hello ${person},` : "Hello,",
    why: `${asked} asked to add this email to the ${brand.productName} waitlist. Only you can confirm.`,
    after: `You'll see what you're agreeing to before anything happens. The link works for ${PROOF_DAYS} days.`,
    ignore:
      "Didn't request this? You can ignore this email. To cancel the signup and stop all email from us:",
    legal: brand.disclosures,
  };
  return {
    subject: `Confirm your ${brand.productName} signup`,
    text: [
      lines.greeting,
      lines.why,
      `Confirm here:\n${link}`,
      lines.after,
      `${lines.ignore}\n${link}/not-me`,
      `${brand.serviceName}\n${brand.supportEmail}`,
      lines.legal,
    ].join("\n\n"),
    html: `<!doctype html>${renderToString(<Html {...lines} link={link} />)}`,
  };
}

type HtmlProps = Record<"greeting" | "why" | "after" | "ignore" | "legal" | "link", string>;

/** Email clients drop stylesheets, so the styles are attributes. */
const Html = ({ greeting, why, after, ignore, legal, link }: HtmlProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{`Confirm your ${brand.productName} signup`}</title>
    </head>
    <body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#1b2430;background:#ffffff">
      <div style="max-width:34em;margin:0 auto">
        <p style="font-weight:bold">{brand.serviceName}</p>
        <p>{greeting}</p>
        <p>{why}</p>
        <p>
          <a
            href={link}
            style="display:inline-block;padding:12px 22px;border-radius:6px;background:#0b6b4f;color:#ffffff;font-weight:bold;text-decoration:none"
          >
            Review and confirm
          </a>
        </p>
        <p>{after}</p>
        <p>
          {ignore} <a href={`${link}/not-me`}>cancel the signup</a>.
        </p>
        <p style="font-size:13px;color:#55606e">{legal}</p>
      </div>
    </body>
  </html>
);
