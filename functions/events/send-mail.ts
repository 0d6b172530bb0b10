import type { MailMessage } from "../../shared/domain/event/outbox.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { countEmails } from "../../shared/http/serve/telemetry.ts";
import { newPatience } from "../../shared/mail/deliver-mail.ts";
import { endpointMail } from "../../shared/mail/endpoint-mail.tsx";
import {
  sendContactChange,
  sendInvitation,
  sendLiveAccessRequest,
  sendSignIn,
} from "../../shared/mail/send-account-mail.ts";
import { sendConfirmation } from "../../shared/mail/send-confirmation.ts";
import { sendOnce } from "../../shared/mail/send-once.ts";
import { tellAdmins } from "../../shared/mail/tell-admins.ts";
import { enqueue } from "../../shared/queues/sqs.ts";

/**
 * Sends the emails that the outbox asks for. A duplicate message sends nothing, except after a crash between
 * sending and recording: a second email is better than none. A stage without a sender sends none, and makes
 * no proofs. Serial, because SES throttles a new account at one email a second.
 */
export const handler = serveQueue(
  "send-mail",
  () => {
    const patience = newPatience();
    return async ({ body }) => send(JSON.parse(body), new Date(), patience);
  },
  {
    serial: true,
  },
);

async function send(message: MailMessage, now: Date, patience: AbortSignal): Promise<string> {
  if (process.env.MAIL === "off") return "no_sender";
  const outcome = await outcomeOf(message, now, patience);
  if (typeof outcome !== "string") return wait(message, outcome.waitUntil, now);
  if (outcome === "sent") countEmails("EmailsSent");
  if (outcome === "refused") countEmails("EmailsRefused");
  return outcome;
}

/** The first three record on their own items that they were sent. */
function outcomeOf(message: MailMessage, now: Date, patience: AbortSignal) {
  switch (message.mail) {
    case "confirmation":
      return sendConfirmation(message, now, patience);
    case "sign_in":
      return sendSignIn(message, now, patience);
    case "contact_change":
      return sendContactChange(message, now, patience);
    case "invitation":
      return sendOnce(message, now, (isCounted) => sendInvitation(message, now, patience, isCounted));
    case "live_access":
      return sendOnce(message, now, () => sendLiveAccessRequest(message, patience));
    default:
      return tellAdmins(
        { account_id: message.account_id, id: message.entry_id },
        endpointMail(message),
        now,
        patience,
      );
  }
}

/** Below 15 minutes, at which the alarm QueueBehind fires. */
const LONGEST_WAIT_SECONDS = 600;

/**
 * Lets an email wait for the hour's budget, as a new message: this one would become a dead letter after 30
 * receives, and expire after 14 days. A crash leaves both messages, and a duplicate sends nothing. Waiting
 * emails return within a minute of each other, not all at once.
 */
async function wait(message: MailMessage, until: number, now: Date): Promise<"waiting"> {
  const seconds = Math.ceil((until - now.getTime()) / 1000 + Math.random() * 60);
  const delay = Math.min(LONGEST_WAIT_SECONDS, Math.max(1, seconds));
  await enqueue(process.env.MAIL_QUEUE_URL, message, undefined, delay);
  countEmails("EmailsWaiting");
  return "waiting";
}
