import { hashOfProof, newProof } from "../crypto/proof.ts";
import type { MailRequest } from "../domain/event/outbox.ts";
import { baseUrl } from "../http/serve/responses.ts";
import { putEmailSent, putProof } from "../store/signup/confirmations.ts";
import { budgetSpentUntil, putCountedProof } from "../store/signup/email-counts.ts";
import { findSignup } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { confirmationEmail } from "./confirmation-mail.tsx";
import { deliverMail } from "./deliver-mail.ts";

/** Another run is sending the same email, so the message is retried later. */
class Busy extends Error {
  override readonly name = "Busy";
}

type ConfirmationRequest = MailRequest & { mail: "confirmation" };

/**
 * Emails the account owner a confirmation link. Its proof is made here, and only its hash is stored. An email
 * over its mailbox's limits is not sent. One over the service's hourly budget waits until an instant.
 */
export async function sendConfirmation(
  { signup_id, asked_at }: ConfirmationRequest,
  now: Date,
): Promise<"sent" | "settled" | "suppressed" | "limited" | { waitUntil: number }> {
  const spentUntil = budgetSpentUntil(now);
  if (spentUntil !== undefined) return { waitUntil: spentUntil };
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live" || signup.status !== "initiated" || signup.mails_sent?.has(asked_at))
    return "settled";
  if (await isSuppressed(signup.email)) return "suppressed";

  const proof = newProof();
  const proofHash = await hashOfProof(proof);
  const right = signup.mails_counted?.has(asked_at)
    ? await putProof(signup_id, proofHash, asked_at, now)
    : await putCountedProof(signup, proofHash, asked_at, now);
  if (right === "busy") throw new Busy();
  if (right !== "added") return right;
  await deliverMail(signup.email, confirmationEmail(signup, `${baseUrl()}/signup/${signup_id}/${proof}`));
  await putEmailSent(signup_id, asked_at);
  return "sent";
}
