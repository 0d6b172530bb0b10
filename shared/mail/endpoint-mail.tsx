import { renderToString } from "preact-render-to-string";
import { brand } from "../domain/brand.ts";
import type { Owner } from "../domain/owner.ts";
import type { EndpointMail } from "../domain/webhook/webhook-endpoint.ts";
import type { EmailMessage } from "./deliver-mail.ts";

/** What a partner is told of an endpoint that gets nothing. It names the endpoint by its id: a URL may hold a secret of theirs. */
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
  const endpoint = `Your webhook endpoint ${request.endpoint_id} (${request.mode} mode)`;
  const again = `When its server works again, make it active with PATCH /v1/webhooks/${request.endpoint_id}, and ask for what it missed with POST /v1/webhooks/${request.endpoint_id}/replay. Before you do, GET it: the replay should begin an hour before failing_since, the first failure, since events from before it was off may not have got through either. Events are kept for 30 days.`;
  if (request.mail === "endpoint_failing")
    return {
      subject: "Your webhook endpoint does not receive events",
      lines: [
        `${endpoint} has received nothing since ${inWords(request.since)}: every attempt failed.`,
        "We go on trying. An endpoint that receives nothing for five days is turned off.",
        `GET /v1/webhooks/${request.endpoint_id}/deliveries shows what its server answered.`,
      ],
    };
  const why =
    request.reason === "gone"
      ? "because its server answered 410 Gone"
      : "because nothing got through to it for five days";
  return {
    subject: "Your webhook endpoint was turned off",
    lines: [`${endpoint} was turned off ${why}.`, again],
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
