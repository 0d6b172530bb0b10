import type { MailRequest } from "../../shared/domain/event/outbox.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { sendConfirmation } from "../../shared/mail/send-confirmation.ts";
import { sendEndpointMail } from "../../shared/mail/send-endpoint-mail.ts";

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

async function send(request: MailRequest, now: Date) {
  if (process.env.MAIL === "off") return "no_sender";
  return request.mail === "confirmation" ? sendConfirmation(request, now) : sendEndpointMail(request, now);
}
