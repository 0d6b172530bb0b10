import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { brand } from "../domain/brand.ts";
import { lambdaSettings } from "../store/table/lambda-client.ts";

export type EmailMessage = { subject: string; text: string; html: string };

/** The stage has no address to send from. */
class NoSender extends Error {
  override readonly name = "NoSender";
}

const ses = new SESv2Client({
  ...lambdaSettings,
  maxAttempts: 3,
  requestHandler: { requestTimeout: 5_000, connectionTimeout: 1_000 },
});

export async function deliverMail(to: string, { subject, text, html }: EmailMessage): Promise<void> {
  const from = process.env.MAIL_FROM;
  if (!from) throw new NoSender();
  const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: `${brand.serviceName} <${from}>`,
      Destination: { ToAddresses: [to] },
      ConfigurationSetName: process.env.MAIL_CONFIGURATION_SET,
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    }),
  );
}
