import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { LiveSignup } from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { table, tableName, transact } from "../table/table.ts";
import { confirmationEntry, markerWrite, transitionCondition } from "./signup-writes.ts";
import { suppressionWrite } from "./suppressions.ts";

/** Requests one more email. Returns false when another request was faster. */
export async function putEmailRequest({ signup_id, mails }: LiveSignup, now: Date): Promise<boolean> {
  const asked_at = now.toISOString();
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup_id),
        UpdateExpression: "SET mails = list_append(mails, :asked)",
        ConditionExpression: "size(mails) = :count AND #status = :initiated",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":asked": [asked_at],
          ":count": mails.length,
          ":initiated": "initiated",
        },
      },
    },
    outboxWrite(confirmationEntry(signup_id, asked_at), now),
  ]);
  return refusal === undefined;
}

/** Longer than the sender can run, so a crash delays an email and never loses it. */
const SENDING_MS = 60_000;

/**
 * Puts the hash of a proof, and with it the right to send the email requested at `askedAt`. `settled`: that
 * email was sent, or is not needed any more. `busy`: another sender has the right just now.
 */
export async function putProof(
  signupId: string,
  proofHash: string,
  askedAt: string,
  now: Date,
): Promise<"added" | "settled" | "busy"> {
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.signup(signupId),
        UpdateExpression: "SET sending = :asked, sending_until = :until ADD proofs :proof",
        ConditionExpression:
          "attribute_exists(pk) AND #status = :initiated AND attribute_not_exists(disowned) AND NOT contains(mails_sent, :asked) AND (attribute_not_exists(sending) OR sending <> :asked OR sending_until <= :now)",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":asked": askedAt,
          ":until": now.getTime() + SENDING_MS,
          ":now": now.getTime(),
          ":proof": new Set([proofHash]),
          ":initiated": "initiated",
        },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return "added";
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { status, mails_sent, disowned } = error.Item ? unmarshall(error.Item) : {};
    return status === "initiated" && !disowned && !mails_sent?.has(askedAt) ? "busy" : "settled";
  }
}

/** Records that the email requested at an instant was sent, so a duplicate message sends no second one. */
export async function putEmailSent(signupId: string, askedAt: string): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName,
      Key: keys.signup(signupId),
      UpdateExpression: "ADD mails_sent :asked",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":asked": new Set([askedAt]) },
    }),
  );
}

/**
 * Confirms a signup with the hash of an emailed proof. Returns whether this call did. The email's marker
 * changes too, so a repeated signup gets the new status.
 */
export async function moveSignupToConfirmed(
  { signup_id, email }: LiveSignup,
  proofHash: string,
): Promise<boolean> {
  const { guard, names, values, to } = transitionCondition("join_waitlist");
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup_id),
        UpdateExpression: "SET #status = :to",
        ConditionExpression: `${guard} AND contains(proofs, :proof)`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ...values, ":proof": proofHash },
      },
    },
    markerWrite(email, to),
  ]);
  return refusal === undefined;
}

/**
 * Removes all proofs, forbids new ones and any further transition, and stops email to the address. An open
 * account stays open.
 */
export async function moveSignupToDisowned({ signup_id, email }: LiveSignup, now: Date): Promise<void> {
  await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup_id),
        UpdateExpression: "SET disowned = if_not_exists(disowned, :now) REMOVE proofs",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":now": now.toISOString() },
      },
    },
    suppressionWrite(email, "disowned", now),
  ]);
}
