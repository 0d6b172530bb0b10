import { hashOfProof, newProof } from "../crypto/proof.ts";
import type { MailRequest } from "../domain/event/outbox.ts";
import type { LiveSignup } from "../domain/signup/signup.ts";
import { baseUrl } from "../http/serve/responses.ts";
import type { InLine } from "../store/share/waiting-emails.ts";
import { putEmailDone, putProof } from "../store/signup/confirmations.ts";
import { putCountedProof } from "../store/signup/email-counts.ts";
import { findSignup } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { confirmationEmail } from "./confirmation-mail.tsx";
import { deliverMail } from "./deliver-mail.ts";
import { SenderBusy } from "./send-once.ts";

type ConfirmationRequest = MailRequest & { mail: "confirmation" };

/** Only the hash of its proof is stored. Over the mailbox's limits nothing is sent; out of turn, it waits. */
export async function sendConfirmation(
  { signup_id, asked_at }: ConfirmationRequest,
  line: InLine,
  now: Date,
  deadline: AbortSignal,
): Promise<"sent" | "refused" | "settled" | "suppressed" | "limited" | "waits"> {
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live" || signup.status !== "initiated") return "settled";
  if (signup.mails_sent?.has(asked_at) || signup.mails_dropped?.has(asked_at)) return "settled";
  if (await isSuppressed(signup.email)) return "suppressed";
  const proof = newProof();
  const right = await claim(signup, await hashOfProof(proof), asked_at, line, now);
  if (right === "busy") throw new SenderBusy();
  // This holds for good, whenever the request is relayed again.
  if (right === "limited") await putEmailDone(signup_id, asked_at, "dropped", now);
  if (right !== "added") return right;
  const link = `${baseUrl()}/signup/${signup_id}/${proof}`;
  const delivered = await deliverMail(signup.email, confirmationEmail(signup, link, now), deadline);
  await putEmailDone(signup_id, asked_at, delivered === "sent" ? "sent" : "dropped", now);
  return delivered;
}

/** The right to send an email, or why there is none. An email counts once, however often it is tried. */
const claim = (signup: LiveSignup, proofHash: string, asked_at: string, line: InLine, now: Date) =>
  signup.mails_counted?.has(asked_at)
    ? putProof(signup.signup_id, proofHash, asked_at, now)
    : putCountedProof(signup, proofHash, asked_at, line, now);
