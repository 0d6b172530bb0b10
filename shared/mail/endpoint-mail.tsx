import { brand } from "../domain/brand.ts";
import type { Owner } from "../domain/owner.ts";
import type { EndpointMail } from "../domain/webhook/webhook-endpoint.ts";
import { enMail } from "../words/en/mail.ts";
import type { EmailMessage } from "./deliver-mail.ts";
import { type Block, emailOf } from "./email-frame.tsx";

/** Warns of a failing endpoint, or reports a disabled one. It names no URL, which may hold a secret. */
export function endpointMail(request: EndpointMail & Owner): EmailMessage {
  const { subject, lines } = wordsOf(request);
  return emailOf({
    subject,
    preheader: lines[0] ?? "",
    language: "en",
    blocks: [
      ...lines.map((text): Block => ({ kind: "text", text })),
      { kind: "fine", text: `${enMail.sender}\n${brand.supportEmail}` },
    ],
  });
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
        "We keep retrying. After five days of failures we disable the endpoint, at the earliest a day after this email.",
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
3. Call POST ${path}/replay with "since" six days before failing_since, to get the events you missed.`,
      "We store events for 30 days.",
    ],
  };
}

const inWords = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
