import type { InLane, MailMessage } from "../domain/event/outbox.ts";
import { countInStage } from "../http/serve/telemetry.ts";
import { moveEmailToSettled, putEmailClaim } from "../store/event/email-claims.ts";
import { type InLine, putWaiting } from "../store/share/waiting-emails.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { deliverMail } from "./deliver-mail.ts";
import type { Addressed, EmailRecord, EmailOutcome } from "./email-record.ts";
import { emails, emailNameOf } from "./emails.ts";

/** Another run is sending the same email, so the message is retried later. */
export class SenderBusy extends Error {
  override readonly name = "Busy";
}

type Sending = { line: InLine; now: Date; deadline: AbortSignal };

/** A duplicate sends nothing, except after a crash between sending and recording. */
export async function sendEmail(
  message: MailMessage,
  isNext: boolean,
  now: Date,
  deadline: AbortSignal,
): Promise<EmailOutcome | "no_sender"> {
  if (process.env.MAIL === "off") return "no_sender";
  const { lane = "account", turn = 0 } = message as Partial<InLane>;
  const line: InLine = { lane, turn, entry_id: message.entry_id, isNext };
  const record: EmailRecord<MailMessage> = emails[emailNameOf(message)];
  const outcome = await sendToEach(record, message, { line, now, deadline });
  if (outcome === "sent") countInStage("EmailsSent");
  if (outcome === "refused") countInStage("EmailsRefused");
  if (outcome === "waits") {
    countInStage("EmailsWaiting");
    if (!isNext) await putWaiting(line, message, now);
  }
  return outcome;
}

/** A fault with one address is thrown after the last. An account without a partner has no admins. */
async function sendToEach<Mail>(
  record: EmailRecord<Mail>,
  mail: Mail,
  sending: Sending,
): Promise<EmailOutcome> {
  const addressees = await record.load(mail, sending.now);
  if (typeof addressees === "string") return addressees;
  const outcomes: EmailOutcome[] = [];
  const faults: unknown[] = [];
  for (const addressed of addressees)
    await sendOnce(record, addressed, sending).then(
      (outcome) => outcomes.push(outcome),
      (fault: unknown) => faults.push(fault),
    );
  if (faults.length > 0) throw faults[0];
  return outcomes.find((outcome) => outcome === "sent") ?? outcomes[0] ?? "no_address";
}

async function sendOnce(record: EmailRecord, addressed: Addressed, sending: Sending): Promise<EmailOutcome> {
  const { entry } = addressed;
  const claim = entry === undefined ? "claimed" : await putEmailClaim(entry, sending.now);
  if (claim === "busy") throw new SenderBusy();
  if (claim === "settled") return claim;
  const outcome = await send(record, addressed, sending, claim === "counted");
  if (outcome === "waits") return outcome;
  await record.end?.(addressed, outcome, sending.now);
  if (entry !== undefined) await moveEmailToSettled(entry, sending.now);
  return outcome;
}

async function send(record: EmailRecord, addressed: Addressed, sending: Sending, isCounted: boolean) {
  const { to, despite } = addressed;
  const { line, now, deadline } = sending;
  const isStopped = despite !== "any" && (await isSuppressed(to, { evenDisowned: despite === "disowned" }));
  if (isStopped) return "suppressed";
  const right = (await record.claim?.(addressed, { line, isCounted }, now)) ?? "added";
  if (right === "busy") throw new SenderBusy();
  if (right !== "added") return right;
  if (record.first) await sendToEach(record.first, addressed, sending);
  return deliverMail(to, await record.text(addressed, now), deadline);
}
