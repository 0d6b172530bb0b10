import type { MailRequest } from "../../shared/domain/event/outbox.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { countEmails } from "../../shared/http/serve/telemetry.ts";
import {
  sendContactChange,
  sendInvitation,
  sendLiveAccessRequest,
  sendSignIn,
} from "../../shared/mail/send-account-mail.ts";
import { sendConfirmation } from "../../shared/mail/send-confirmation.ts";
import { sendEndpointMail } from "../../shared/mail/send-endpoint-mail.ts";
import { enqueue } from "../../shared/queues/sqs.ts";

/**
 * Sends the emails that the outbox asks for. A duplicate message sends nothing, except after a crash between
 * sending and recording: a second email is better than none. A stage without a sender sends none, and makes
 * no proofs. Serial, because SES throttles a new account at one email a second.
 */
export const handler = serveQueue(
  "send-mail",
  () =>
    async ({ body }) =>
      send(JSON.parse(body), new Date()),
  {
    serial: true,
  },
);

async function send(request: MailRequest, now: Date): Promise<string> {
  if (process.env.MAIL === "off") return "no_sender";
  const outcome = await outcomeOf(request, now);
  if (typeof outcome !== "string") return wait(request, outcome.waitUntil, now);
  if (outcome === "sent") countEmails("EmailsSent");
  return outcome;
}

function outcomeOf(request: MailRequest, now: Date) {
  switch (request.mail) {
    case "confirmation":
      return sendConfirmation(request, now);
    case "sign_in":
      return sendSignIn(request, now);
    case "contact_change":
      return sendContactChange(request, now);
    case "invitation":
      return sendInvitation(request, now);
    case "live_access":
      return sendLiveAccessRequest(request);
    default:
      return sendEndpointMail(request, now);
  }
}

/** Below 15 minutes, at which the alarm QueueBehind fires. */
const LONGEST_WAIT_SECONDS = 600;

/**
 * Lets an email wait for the hour's budget, as a new message: this one would become a dead letter after 30
 * receives, and expire after 14 days. A crash leaves both messages, and a duplicate sends nothing. Waiting
 * emails return within a minute of each other, not all at once.
 */
async function wait(request: MailRequest, until: number, now: Date): Promise<"waiting"> {
  const seconds = Math.ceil((until - now.getTime()) / 1000 + Math.random() * 60);
  const delay = Math.min(LONGEST_WAIT_SECONDS, Math.max(1, seconds));
  await enqueue(process.env.MAIL_QUEUE_URL, request, undefined, delay);
  countEmails("EmailsWaiting");
  return "waiting";
}
