import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import type { MailRequest } from "../domain/outbox.ts";
import {
  LiveSignup,
  nextStep,
  SandboxSignup,
  type Signup,
  type SignupStatus,
  type SignupTransition,
  transitions,
} from "../domain/signup.ts";
import { keys } from "./keys.ts";
import { leave } from "./outbox.ts";
import { suppression } from "./suppressions.ts";
import { putNew, table, tableName, transact, ttlAt, type Write } from "./table.ts";

const StoredSignup = z.discriminatedUnion("mode", [LiveSignup, SandboxSignup]);

/** What a replay answers: the marker of an email carries it, so that a replay reads nothing more. */
const EmailMarker = z.pick(LiveSignup, { signup_id: true, status: true, partner_id: true });
export type ExistingSignup = z.infer<typeof EmailMarker>;

/**
 * Keeps a new signup. Answers undefined when it was kept, or the signup that its email already has: of all that
 * race for one email exactly one is kept.
 */
export async function createSignup(signup: LiveSignup): Promise<ExistingSignup | undefined> {
  const marker = { ...keys.signupEmail(signup.email), ...EmailMarker.parse(signup) };
  const refusal = await transact([
    putNew({ ...keys.signup(signup.signup_id), ...signup }),
    putNew(marker),
    leave(confirmationMail(signup.signup_id, signup.created_at), new Date(signup.created_at)),
  ]);
  const existing = refusal && EmailMarker.parse(refusal.found[1]);
  // An attempt of ours whose answer was lost did commit: then the marker that stands in the way is our own.
  return existing?.signup_id === signup.signup_id ? undefined : existing;
}

/** Keeps a new sandbox signup, and asks for the timer that will move it. */
export async function createSandboxSignup(signup: SandboxSignup): Promise<void> {
  const now = new Date(signup.created_at);
  const first = nextStep(signup);
  await transact([
    putNew({ ...keys.signup(signup.signup_id), ...signup, ttl: ttlAt(signup.expires_at) }),
    ...(first
      ? [
          leave(
            {
              kind: "timer",
              timer: "advance-signup",
              name: signup.signup_id,
              input: { id: signup.signup_id, at: first.at },
            },
            now,
          ),
        ]
      : []),
  ]);
}

/** Reads its own writes: who polls right after creation must find the signup. */
export async function findSignup(signupId: string, now: Date): Promise<Signup | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.signup(signupId), ConsistentRead: true }),
  );
  const signup = Item && StoredSignup.parse(Item);
  const expired = signup?.mode === "sandbox" && Date.parse(signup.expires_at) <= now.getTime();
  return expired ? undefined : signup;
}

/** Asks for one more mail, unless another request was faster: answers whether it was asked for. */
export async function askForMail({ signup_id, mails }: LiveSignup, now: Date): Promise<boolean> {
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
    leave(confirmationMail(signup_id, asked_at), now),
  ]);
  return refusal === undefined;
}

const confirmationMail = (signup_id: string, asked_at: string): MailRequest => ({
  kind: "mail",
  mail: "confirmation",
  signup_id,
  asked_at,
});

/** Keeps the hash of a proof that is about to be mailed: answers whether the signup still waits for one. */
export const addProof = (signupId: string, proofHash: string): Promise<boolean> =>
  updateSignup(signupId, {
    UpdateExpression: "ADD proofs :proof",
    ConditionExpression: "attribute_exists(pk) AND #status = :initiated",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":proof": new Set([proofHash]), ":initiated": "initiated" },
  });

/** Remembers that the mail asked for at an instant has gone out, so that a message that comes twice sends one. */
export const markMailed = (signupId: string, askedAt: string): Promise<boolean> =>
  updateSignup(signupId, {
    UpdateExpression: "ADD mails_sent :asked",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":asked": new Set([askedAt]) },
  });

async function updateSignup(signupId: string, update: Partial<UpdateCommandInput>): Promise<boolean> {
  try {
    await table.send(new UpdateCommand({ TableName: tableName, Key: keys.signup(signupId), ...update }));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
}

/**
 * Confirms a signup with the hash of a proof that was mailed to its owner: answers whether this call did it. The email's
 * marker moves along, so that a replay answers the new status.
 */
export async function confirmSignup({ signup_id, email }: LiveSignup, proofHash: string): Promise<boolean> {
  const { guard, names, values, to } = guardOf("join_waitlist");
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
    moveMarker(email, to),
  ]);
  return refusal === undefined;
}

/** Opens the account of a live signup that is on the waitlist: answers whether this call did it. */
export async function openAccount(
  { signup_id, email }: LiveSignup,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { guard, names, values, to } = guardOf("open_account");
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup_id),
        UpdateExpression: "SET #status = :to, account_opened = :opened",
        ConditionExpression: guard,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ...values, ":opened": { at: now.toISOString(), reason } },
      },
    },
    moveMarker(email, to),
  ]);
  return refusal === undefined;
}

const moveMarker = (email: string, to: SignupStatus): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.signupEmail(email),
    UpdateExpression: "SET #status = :to",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":to": to },
  },
});

/** Takes back every proof that was mailed, and keeps the address from getting more mail. */
export async function disownSignup({ signup_id, email }: LiveSignup, now: Date): Promise<void> {
  await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup_id),
        UpdateExpression: "REMOVE proofs",
        ConditionExpression: "attribute_exists(pk)",
      },
    },
    suppression(email, "disowned", now),
  ]);
}

/** A transition as the condition of its write. */
function guardOf(name: SignupTransition) {
  const { from, to } = transitions[name];
  return {
    to,
    guard: `attribute_exists(pk) AND #status IN (${from.map((_, i) => `:from${i}`).join(", ")})`,
    names: { "#status": "status" },
    values: { ":to": to, ...Object.fromEntries(from.map((status, i) => [`:from${i}`, status])) },
  };
}

/**
 * Moves a sandbox signup, if its state still allows it: answers the state it has afterwards, whoever moved it, or
 * undefined when it is gone.
 */
export async function moveSandboxSignup(
  signupId: string,
  name: SignupTransition,
): Promise<Signup | undefined> {
  const { guard, names, values } = guardOf(name);
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.signup(signupId),
        UpdateExpression: "SET #status = :to",
        ConditionExpression: guard,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return StoredSignup.parse(Attributes);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && StoredSignup.parse(unmarshall(error.Item));
  }
}
