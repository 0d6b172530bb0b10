import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Language } from "../../domain/text/language.ts";
import { claimsOf, type Receipt } from "../../domain/receipt/receipt.ts";
import { erasedAt, isExpired, type LiveSignup, storedProof } from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { receiptWrite } from "../receipt/receipts.ts";
import { untilWritten } from "../table/decided.ts";
import {
  absent,
  appended,
  atMost,
  contains,
  either,
  isNot,
  lacks,
  size,
  unlessSet,
} from "../table/expressions.ts";
import { outboxWrite } from "../table/outbox.ts";
import { despiteTransactions, type Item, table, transact, type Write, write } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { hashMailbox } from "./mailboxes.ts";
import {
  confirmationEntry,
  expiryFields,
  statusWrites,
  transitionCondition,
  unexpired,
} from "./signup-writes.ts";
import { findSignup } from "./signups.ts";
import { disownedWrites } from "./suppressions.ts";

/** `form`: the id of the form that asks, and the query of the page that it leads to. */
type EmailRequest = { language: Language; turn: number; form: string };

/** Requests one more email in the page's language. False: another request was faster. */
export async function putEmailRequest(
  { signup_id, mails }: LiveSignup,
  { language, turn, form }: EmailRequest,
  now: Date,
): Promise<boolean> {
  const asked_at = now.toISOString();
  const conflict = await transact([
    change(keys.signup(signup_id), {
      set: { mails: appended(asked_at), language },
      add: { mail_forms: new Set([form]) },
      when: { ...unexpired(now), mails: size(mails.length), status: "initiated" },
    }),
    outboxWrite(confirmationEntry(signup_id, asked_at, "press", turn), now),
  ]);
  return conflict === undefined;
}

/** Longer than the sender can run, so a crash delays an email and never loses it. */
const SENDING_MS = 60_000;

type EmailClaim = { signup_id: string; asked_at: string; proofHash: string };

/** `settled`: the email was sent, or is not needed any more. `busy`: another sender has the right. */
export type NoClaim = "settled" | "busy";

/** The write of a claim. `counted`: the limits counted the email at an earlier try. Else this marks it. */
export function claimWrite(
  { signup_id, asked_at, proofHash }: EmailClaim,
  now: Date,
  { counted }: { counted: boolean },
): Write {
  const proofs = new Set([storedProof(proofHash, now)]);
  return change(keys.signup(signup_id), {
    set: { sending: asked_at, sending_until: now.getTime() + SENDING_MS },
    add: counted ? { proofs } : { proofs, mails_counted: new Set([asked_at]) },
    when: [
      { ...unexpired(now), status: "initiated", disowned: absent, mails_sent: lacks(asked_at) },
      either({ sending: absent }, { sending: isNot(asked_at) }, { sending_until: atMost(now.getTime()) }),
      counted ? {} : { mails_counted: lacks(asked_at) },
    ],
    found: true,
  });
}

export function noClaim(signup: Item | undefined, asked_at: string, now: Date): NoClaim {
  const { status, mails_sent, disowned, expires_at } = (signup ?? {}) as Partial<LiveSignup>;
  const isWanted = status === "initiated" && !disowned && !isExpired({ expires_at }, now);
  return isWanted && !mails_sent?.has(asked_at) ? "busy" : "settled";
}

/** Puts the hash of a proof, and with it the right to send an email that the limits have counted. */
export async function putProof(
  signup_id: string,
  proofHash: string,
  asked_at: string,
  now: Date,
): Promise<"added" | NoClaim> {
  const claim = { signup_id, proofHash, asked_at };
  const conflict = await write(claimWrite(claim, now, { counted: true }));
  return conflict ? noClaim(conflict.found, asked_at, now) : "added";
}

/** A duplicate message then sends no second one. A dropped one is done too, so a redrive does not send it. */
export async function putEmailDone(
  signupId: string,
  askedAt: string,
  outcome: "sent" | "dropped",
  now: Date,
): Promise<void> {
  const add = { [`mails_${outcome}`]: new Set([askedAt]) };
  const update = new UpdateCommand(change(keys.signup(signupId), { add, when: unexpired(now) }).Update);
  await despiteTransactions(() => table.send(update));
}

/** With the receipt. Returns whether this call did. From then on, no item of the signup expires. */
export async function moveSignupToConfirmed(
  signup: LiveSignup,
  proof: string,
  receipt: Receipt,
  now: Date,
): Promise<boolean> {
  const { guard, to } = transitionCondition("join_waitlist", now);
  const { jti, terms } = claimsOf(receipt);
  const receipts = { receipt: jti, ...(terms.shared === true && { shared_receipt: jti }) };
  const conflict = await transact([
    change(keys.signup(signup.signup_id), {
      set: { status: to, ...receipts, ...expiryFields(null) },
      when: { ...guard, proofs: contains(proof) },
    }),
    ...statusWrites(signup, to),
    receiptWrite(receipt),
    outboxWrite({ kind: "mail", mail: "receipt", signup_id: signup.signup_id, jti }, now),
  ]);
  return conflict === undefined;
}

/**
 * With the receipt: revokes all proofs, forbids new ones and transitions, stops email to the mailbox, and
 * sets the day of the erasure. An open account stays open. `receiptFor` runs again while the state changes.
 */
export const moveSignupToDeclined = (
  live: LiveSignup,
  receiptFor: (signup: LiveSignup) => Promise<Receipt>,
  now: Date,
): Promise<void> =>
  untilWritten(async (nth) => {
    const signup = nth === 0 ? live : await findSignup(live.signup_id, now);
    if (signup?.mode !== "live" || signup.disowned !== undefined) return { answer: undefined };
    const conflict = await transact(await declineWrites(signup, await receiptFor(signup), now));
    return conflict ? undefined : { answer: undefined };
  });

async function declineWrites(signup: LiveSignup, receipt: Receipt, now: Date): Promise<Write[]> {
  const { guard, to } = transitionCondition("decline", now);
  const isOpen = signup.status === "account_opened";
  const expiresAt = erasedAt(now);
  return [
    change(keys.signup(signup.signup_id), {
      set: {
        disowned: now.toISOString(),
        receipt: claimsOf(receipt).jti,
        shared_receipt: absent,
        ...(signup.proofs && { revoked_proofs: unlessSet(signup.proofs) }),
        proofs: absent,
        ...(!isOpen && { status: to, ...expiryFields(expiresAt) }),
      },
      when: { ...guard, status: signup.status, receipt: signup.receipt },
    }),
    ...(isOpen ? [] : statusWrites(signup, to, expiresAt)),
    ...disownedWrites(await hashMailbox(signup.email), now),
    receiptWrite(receipt),
  ];
}
