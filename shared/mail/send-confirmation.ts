import { hashOfProof, newProof } from "../crypto/proof.ts";
import type { MailRequest } from "../domain/event/outbox.ts";
import type { LiveSignup } from "../domain/signup/signup.ts";
import { baseUrl } from "../http/serve/responses.ts";
import { putEmailDone, putProof } from "../store/signup/confirmations.ts";
import { budgetSpentUntil, putCountedProof } from "../store/signup/email-counts.ts";
import { findSignup } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { confirmationEmail } from "./confirmation-mail.tsx";
import { deliverMail } from "./deliver-mail.ts";
import { SenderBusy } from "./send-once.ts";

/**
 * An email waits at most this long for the hour's budget. After a flood of signups, those of strangers would
 * delay the emails of persons for days. The signup's page can send another one.
 */
const LONGEST_WAIT_MS = 86_400_000;

const waiting = (asked_at: string, waitUntil: number) =>
  waitUntil - Date.parse(asked_at) > LONGEST_WAIT_MS ? "expired" : { waitUntil };

/** These decisions hold for good, whenever the request is relayed again. */
const isDropped = (outcome: unknown) => outcome === "limited" || outcome === "expired";

type ConfirmationRequest = MailRequest & { mail: "confirmation" };

/**
 * Emails the account owner a confirmation link. Its proof is made here, and only its hash is stored. An email
 * over its mailbox's limits is not sent. One over the service's hourly budget waits until an instant, and
 * expires after a day.
 */
export async function sendConfirmation(
  { signup_id, asked_at }: ConfirmationRequest,
  now: Date,
  patience: AbortSignal,
): Promise<"sent" | "refused" | "settled" | "suppressed" | "limited" | "expired" | { waitUntil: number }> {
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live" || signup.status !== "initiated") return "settled";
  if (signup.mails_sent?.has(asked_at) || signup.mails_dropped?.has(asked_at)) return "settled";
  const proof = newProof();
  const right = await claim(signup, await hashOfProof(proof), asked_at, now);
  if (right === "busy") throw new SenderBusy();
  const outcome = typeof right === "object" ? waiting(asked_at, right.waitUntil) : right;
  if (isDropped(outcome)) await putEmailDone(signup_id, asked_at, "dropped", now);
  if (outcome !== "added") return outcome;
  const link = `${baseUrl()}/signup/${signup_id}/${proof}`;
  const delivered = await deliverMail(signup.email, confirmationEmail(signup, link, now), patience);
  await putEmailDone(signup_id, asked_at, delivered === "sent" ? "sent" : "dropped", now);
  return delivered;
}

/** The right to send an email, or why there is none. An email counts once, however often it is tried. */
async function claim(signup: LiveSignup, proofHash: string, asked_at: string, now: Date) {
  const isCounted = signup.mails_counted?.has(asked_at);
  const spentUntil = isCounted ? undefined : budgetSpentUntil(now);
  if (spentUntil !== undefined) return { waitUntil: spentUntil };
  if (await isSuppressed(signup.email)) return "suppressed";
  return isCounted
    ? putProof(signup.signup_id, proofHash, asked_at, now)
    : putCountedProof(signup, proofHash, asked_at, now);
}
