import { renderToString } from "preact-render-to-string";
import { brand } from "../domain/brand.ts";
import type { Owner } from "../domain/owner.ts";
import type { EndpointMail } from "../domain/webhook/webhook-endpoint.ts";
import type { EmailMessage } from "./deliver-mail.ts";

/** Warns of a failing endpoint, or reports a disabled one. It names no URL, which may hold a secret. */
export function endpointMail(request: EndpointMail & Owner): EmailMessage {
  const { subject, lines } = wordsOf(request);
  const paragraphs = [...lines, `${brand.serviceName}\n${brand.supportEmail}`];
  return {
    subject,
    text: paragraphs.join("\n\n"),
    html: `<!doctype html>${renderToString(<Html subject={subject} lines={paragraphs} />)}`,
  };
}

function wordsOf(request: EndpointMail & Owner): { subject: string; lines: string[] } {
  const { endpoint_id, mode } = request;
  const endpoint = `webhook endpoint ${endpoint_id} (${mode} mode)`;
  const path = `/v1/webhooks/${endpoint_id}`;
  if (request.mail === "endpoint_failing")
    return {
      subject: "Your webhook endpoint is not receiving events",
      lines: [
        `Your ${endpoint} has received no events since ${inWords(request.since)}. Every attempt failed.`,
        "We keep retrying. After five days of failures, we disable the endpoint.",
        `To see your server's responses, call GET ${path}/deliveries.`,
      ],
    };
  const why = request.reason === "gone" ? "it returned 410 Gone" : "every attempt has failed for five days";
  return {
    subject: "Your webhook endpoint is disabled",
    lines: [
      `We disabled your ${endpoint} because ${why}.`,
      `When your server works again:
1. Call GET ${path} and note failing_since, the time of the first failure.
2. Call PATCH ${path} with "status": "active".
3. Call POST ${path}/replay with "since" an hour before failing_since, to get the events you missed.`,
      "We store events for 30 days.",
    ],
  };
}

const inWords = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

const Html = ({ subject, lines }: { subject: string; lines: string[] }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{subject}</title>
    </head>
    <body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#1b2430;background:#ffffff">
      <div style="max-width:34em;margin:0 auto">
        {lines.map((line) => (
          <p style="white-space:pre-line">{line}</p>
        ))}
      </div>
    </body>
  </html>
);
