import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { MailRequest } from "../../shared/domain/event/outbox.ts";
import { logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { sendConfirmation } from "../../shared/mail/send-confirmation.ts";
import { sendEndpointMail } from "../../shared/mail/send-endpoint-mail.ts";

/**
 * Sends the mails that the outbox asked for. Each message stands alone: one that fails is reported and comes again
 * until the queue gives it to the dead letters. One that comes twice is sent once, unless we crashed between sending and
 * noting it: rather a second mail than none. A stage without a sender settles them all, before anything is made for them.
 */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failed: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of Records) {
    try {
      const outcome = await send(JSON.parse(body) as MailRequest, new Date());
      logger.info("mail", { operation: "send-mail", outcome });
    } catch (error) {
      logFault("send-mail", error);
      failed.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures: failed };
};

async function send(request: MailRequest, now: Date) {
  if (process.env.MAIL === "off") return "no_sender";
  return request.mail === "confirmation" ? sendConfirmation(request, now) : sendEndpointMail(request, now);
}
