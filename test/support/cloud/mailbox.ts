import type { LocalMail } from "../../../infra/local/ses/ses.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Cloud } from "./cloud.ts";

/** The emails to an address, oldest first. */
export const mailsTo = async (cloud: Cloud, email: string): Promise<LocalMail[]> =>
  ((await cloud.call("/_local/mailbox/json")).json as LocalMail[]).filter(({ to }) => to.includes(email));

/** Waits for the first email to an address. */
export const mailTo = (cloud: Cloud, email: string, withinMs?: number): Promise<LocalMail> =>
  eventually(async () => (await mailsTo(cloud, email))[0], withinMs);

/**
 * Acts, and waits for the email that follows. One email may overtake another, so if another can be on its
 * way, `isWanted` must tell them apart.
 */
export async function mailAfter(
  cloud: Cloud,
  email: string,
  act: () => Promise<unknown>,
  isWanted: (mail: LocalMail) => boolean = () => true,
  withinMs?: number,
): Promise<LocalMail> {
  const mails = async () => (await mailsTo(cloud, email)).filter(isWanted);
  const before = (await mails()).length;
  await act();
  return eventually(async () => (await mails())[before], withinMs);
}

/** The path of the owner's link in an email: `/signup/<id>/<proof>`. */
export const linkIn = ({ text }: LocalMail): string =>
  new URL(/https?:\/\/\S+\/signup\/\S+\/[\w-]{43}\b/.exec(text)?.[0] ?? "http://no-link").pathname;

/** The message that SES publishes if a recipient reports an email as spam. */
export const complaintOf = (emailAddress: string): string =>
  JSON.stringify({ eventType: "Complaint", complaint: { complainedRecipients: [{ emailAddress }] } });
