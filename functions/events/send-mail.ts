import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { newDeadline } from "../../shared/mail/deliver-mail.ts";
import { sendEmail } from "../../shared/mail/send-email.ts";

/** Serial: SES throttles. */
export const mailSender = (clock: () => Date) =>
  serveQueue(
    "send-mail",
    () => {
      const deadline = newDeadline();
      return async ({ body }) => sendEmail(JSON.parse(body), false, clock(), deadline);
    },
    { serial: true },
  );

export const handler = mailSender(() => new Date());
