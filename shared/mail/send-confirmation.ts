import { hashOfProof, newProof } from "../crypto/proof.ts";
import type { MailRequest } from "../domain/event/outbox.ts";
import { baseUrl } from "../http/serve/responses.ts";
import { putEmailSent, putProof } from "../store/signup/confirmations.ts";
import { findSignup } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { confirmationEmail } from "./confirmation-mail.tsx";
import { deliverMail } from "./deliver-mail.ts";

/** Another run is sending the same email, so the message is retried later. */
class Busy extends Error {
  override readonly name = "Busy";
}

/** Emails the account owner a confirmation link. Its proof is made here, and only its hash is stored. */
export async function sendConfirmation(
  { signup_id, asked_at }: MailRequest & { mail: "confirmation" },
  now: Date,
): Promise<"sent" | "settled" | "suppressed"> {
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live" || signup.status !== "initiated" || signup.mails_sent?.has(asked_at))
    return "settled";
  if (await isSuppressed(signup.email)) return "suppressed";

  const proof = newProof();
  const right = await putProof(signup_id, await hashOfProof(proof), asked_at, now);
  if (right === "settled") return right;
  if (right === "busy") throw new Busy();
  const link = `${baseUrl()}/signup/${signup_id}/${proof}`;
  await deliverMail(signup.email, confirmationEmail(signup, link));
  await putEmailSent(signup_id, asked_at);
  return "sent";
}
