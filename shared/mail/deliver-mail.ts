import { BadRequestException, SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { brand } from "../domain/brand/brand.ts";
import { lambdaSettings, requestHandler } from "../store/table/lambda-client.ts";

export type EmailMessage = { subject: string; text: string; html: string };

/** The stage has no address to send from. */
class NoSender extends Error {
  override readonly name = "NoSender";
}

const ses = new SESv2Client({
  ...lambdaSettings,
  maxAttempts: 3,
  requestHandler: requestHandler(5_000),
});

/** Of the function's 20 s. While SES stalls, each message fails alone, and the function is not killed. */
const TIMEOUT_MS = 14_000;

/** Begins a batch. After it, each {@link deliverMail} with this signal fails at once. */
export const newDeadline = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

/**
 * `refused`: no retry changes that. SES has one error for every invalid request; only its message names the
 * address. Any other error is a fault, and is retried: it may concern the sender.
 */
export async function deliverMail(
  to: string,
  { subject, text, html }: EmailMessage,
  deadline: AbortSignal,
): Promise<"sent" | "refused"> {
  const from = process.env.MAIL_FROM;
  if (!from) throw new NoSender();
  const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
  const command = new SendEmailCommand({
    FromEmailAddress: `${brand.serviceName} <${from}>`,
    Destination: { ToAddresses: [to] },
    ConfigurationSetName: process.env.MAIL_CONFIGURATION_SET,
    Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
  });
  try {
    await ses.send(command, { abortSignal: deadline });
    return "sent";
  } catch (error) {
    if (error instanceof BadRequestException && /address|domain/i.test(error.message)) return "refused";
    throw error;
  }
}
