import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { LiveSignup } from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { table, tableName, transact } from "../table/table.ts";
import { confirmationEntry, markerWrite, transitionCondition } from "./signup-writes.ts";
import { suppressionWrite } from "./suppressions.ts";

/** Asks for one more mail, unless another request was faster: answers whether it was asked for. */
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

/** Longer than the sender can run, so that a crash delays a mail and never loses it. */
const SENDING_MS = 60_000;

/**
 * Keeps the hash of a proof that is about to be mailed, and with it the right to send the mail asked for at `askedAt`.
 * `settled`: that mail is sent, or no longer needed. `busy`: somebody else is sending it just now.
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

/** Remembers that the mail asked for at an instant has gone out, so that a message that comes twice sends one. */
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
 * Confirms a signup with the hash of a proof that was mailed to its owner: answers whether this call did it. The email's
 * marker moves along, so that a replay answers the new status.
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
 * Takes back every proof that was mailed, lets none be made and no step be taken, and keeps the address from getting more mail. It closes
 * no account that is open.
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
