import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Language } from "../../domain/language.ts";
import { erasedAt, isExpired, type LiveSignup, storedProof } from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { despiteTransactions, type Item, table, tableName, transact } from "../table/table.ts";
import { hashMailbox } from "./mailboxes.ts";
import {
  confirmationEntry,
  EXISTS,
  expiryPart,
  nowOf,
  statusWrites,
  transitionCondition,
} from "./signup-writes.ts";
import { disownedWrites } from "./suppressions.ts";

/**
 * Requests one more email, in the language of the page that asks. Returns false when another request was
 * faster.
 */
export async function putEmailRequest(
  { signup_id, mails }: LiveSignup,
  language: Language,
  turn: number,
  now: Date,
): Promise<boolean> {
  const asked_at = now.toISOString();
  const conflict = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup_id),
        UpdateExpression: "SET mails = list_append(mails, :asked), #language = :language",
        ConditionExpression: `${EXISTS} AND size(mails) = :count AND #status = :initiated`,
        ExpressionAttributeNames: { "#status": "status", "#language": "language" },
        ExpressionAttributeValues: {
          ...nowOf(now),
          ":language": language,
          ":asked": [asked_at],
          ":count": mails.length,
          ":initiated": "initiated",
        },
      },
    },
    outboxWrite(confirmationEntry(signup_id, asked_at, "press", turn), now),
  ]);
  return conflict === undefined;
}

/** Longer than the sender can run, so a crash delays an email and never loses it. */
const SENDING_MS = 60_000;

/** The right to send the email that was requested at `asked_at`, with the hash of its proof. */
type EmailClaim = { signup_id: string; asked_at: string; proofHash: string };

/**
 * Why there is no claim. `settled`: the email was sent, or is not needed any more. `busy`: another sender has
 * the right just now.
 */
export type NoClaim = "settled" | "busy";

/** The write of a claim. `counted`: the limits counted the email at an earlier try. Else this marks it. */
export function claimUpdate(
  { signup_id, asked_at, proofHash }: EmailClaim,
  now: Date,
  { counted }: { counted: boolean },
) {
  const first = counted ? "" : ", mails_counted :askedSet";
  const uncounted = counted ? "" : " AND NOT contains(mails_counted, :asked)";
  return {
    TableName: tableName,
    Key: keys.signup(signup_id),
    UpdateExpression: `SET sending = :asked, sending_until = :until ADD proofs :proof${first}`,
    ConditionExpression: `${EXISTS} AND #status = :initiated AND attribute_not_exists(disowned) AND NOT contains(mails_sent, :asked) AND (attribute_not_exists(sending) OR sending <> :asked OR sending_until <= :sending)${uncounted}`,
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: {
      ...nowOf(now),
      ":asked": asked_at,
      ":until": now.getTime() + SENDING_MS,
      ":sending": now.getTime(),
      ":proof": new Set([storedProof(proofHash, now)]),
      ":initiated": "initiated",
      ...(!counted && { ":askedSet": new Set([asked_at]) }),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  } as const;
}

/** Why a signup as it is refused the claim. */
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
  try {
    const update = new UpdateCommand(claimUpdate(claim, now, { counted: true }));
    await despiteTransactions(() => table.send(update));
    return "added";
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return noClaim(error.Item && unmarshall(error.Item), asked_at, now);
  }
}

/**
 * Records that the email requested at an instant was sent, so a duplicate message sends no second one. Or
 * that it was dropped, so a redrive does not send it later.
 */
export async function putEmailDone(
  signupId: string,
  askedAt: string,
  outcome: "sent" | "dropped",
  now: Date,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: keys.signup(signupId),
    UpdateExpression: `ADD mails_${outcome} :asked`,
    ConditionExpression: EXISTS,
    ExpressionAttributeValues: { ...nowOf(now), ":asked": new Set([askedAt]) },
  });
  await despiteTransactions(() => table.send(update));
}

/**
 * Confirms a signup with the stored form of an emailed proof. Returns whether this call did. From then on, no
 * item of the signup expires.
 */
export async function moveSignupToConfirmed(signup: LiveSignup, proof: string, now: Date): Promise<boolean> {
  const { guard, names, values, to } = transitionCondition("join_waitlist", now);
  const conflict = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup.signup_id),
        UpdateExpression: `SET #status = :to ${expiryPart(null).remove}`,
        ConditionExpression: `${guard} AND contains(proofs, :proof)`,
        ExpressionAttributeNames: { ...names, "#ttl": "ttl" },
        ExpressionAttributeValues: { ...values, ":proof": proof },
      },
    },
    ...statusWrites(signup, to),
  ]);
  return conflict === undefined;
}

/**
 * Declines a signup: revokes all proofs, forbids new ones and any further transition, stops email to the
 * mailbox, and sets the day of the erasure. An open account stays open: the item records only that its owner
 * disowned it.
 */
export async function moveSignupToDeclined(signup: LiveSignup, now: Date): Promise<void> {
  const { guard, names, values, to } = transitionCondition("decline", now);
  const expiresAt = erasedAt(now);
  const { set, values: expiry } = expiryPart(expiresAt);
  const disowned = "disowned = if_not_exists(disowned, :now)";
  const revoked = signup.proofs ? ", revoked_proofs = if_not_exists(revoked_proofs, :revoked)" : "";
  const revocation = signup.proofs && { ":revoked": signup.proofs };
  const suppressions = disownedWrites(await hashMailbox(signup.email), now);
  const conflict = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup.signup_id),
        UpdateExpression: `SET #status = :to, ${disowned}${revoked}${set} REMOVE proofs`,
        ConditionExpression: guard,
        ExpressionAttributeNames: { ...names, "#ttl": "ttl" },
        ExpressionAttributeValues: { ...values, ...expiry, ...revocation },
      },
    },
    ...statusWrites(signup, to, expiresAt),
    ...suppressions,
  ]);
  if (!conflict) return;
  await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup.signup_id),
        UpdateExpression: `SET ${disowned}${revoked} REMOVE proofs`,
        ConditionExpression: "#status = :opened",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ...nowOf(now), ...revocation, ":opened": "account_opened" },
      },
    },
    ...suppressions,
  ]);
}
