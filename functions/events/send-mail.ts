import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { brand } from "../../shared/domain/brand.ts";
import type { MailRequest } from "../../shared/domain/outbox.ts";
import { hashOfProof, newProof } from "../../shared/domain/proof.ts";
import type { LiveSignup } from "../../shared/domain/signup.ts";
import { baseUrl } from "../../shared/http/responses.ts";
import { logFault, logger } from "../../shared/http/telemetry.ts";
import { addProof, markMailed } from "../../shared/store/confirmations.ts";
import { findSignup } from "../../shared/store/signups.ts";
import { isSuppressed } from "../../shared/store/suppressions.ts";
import { confirmationMail } from "./confirmation-mail.tsx";

const ses = new SESv2Client({
  maxAttempts: 3,
  requestHandler: { requestTimeout: 5_000, connectionTimeout: 1_000 },
});

/**
 * Sends the mails that the outbox asked for. Each message stands alone: one that fails is reported and comes again
 * until the queue gives it to the dead letters. One that comes twice is sent once, unless we crashed between sending and
 * noting it: rather a second mail than none.
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

async function send(
  { signup_id, asked_at }: MailRequest,
  now: Date,
): Promise<"sent" | "settled" | "suppressed"> {
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live" || signup.status !== "initiated" || signup.mails_sent?.has(asked_at))
    return "settled";
  if (await isSuppressed(signup.email)) return "suppressed";

  const proof = newProof();
  const right = await addProof(signup_id, await hashOfProof(proof), asked_at, now);
  if (right === "settled") return right;
  if (right === "busy") throw Object.assign(new Error("Another run is sending it"), { name: "Busy" });
  await deliver(signup, `${baseUrl()}/signup/${signup_id}/${proof}`);
  await markMailed(signup_id, asked_at);
  return "sent";
}

async function deliver(signup: LiveSignup, link: string): Promise<void> {
  const from = process.env.MAIL_FROM;
  if (!from) throw Object.assign(new Error("This stage has no sender"), { name: "NoSender" });
  const { subject, text, html } = confirmationMail(signup, link);
  const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: `${brand.serviceName} <${from}>`,
      Destination: { ToAddresses: [signup.email] },
      ConfigurationSetName: process.env.MAIL_CONFIGURATION_SET,
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    }),
  );
}
