import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import {
  isExpired,
  LiveSignup,
  nextSignupStep,
  SandboxSignup,
  type Signup,
  type SignupTransition,
} from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { putNew, table, tableName, transact, ttlAt } from "../table/table.ts";
import {
  confirmationEntry,
  nowOf,
  signupRowWrite,
  statusWrites,
  transitionCondition,
} from "./signup-writes.ts";

const StoredSignup = z.discriminatedUnion("mode", [LiveSignup, SandboxSignup]);

/** The answer to a repeated signup. The email's marker contains it, so no further read is needed. */
const EmailMarker = z.pick(LiveSignup, { signup_id: true, status: true, partner_id: true });
export type ExistingSignup = z.infer<typeof EmailMarker>;

/**
 * Puts a new signup. Returns undefined, or the signup that its email already has. Of racing signups for one
 * email, exactly one is written. `turn`: its network's, in the lane of creations.
 */
export async function putSignup(signup: LiveSignup, turn = 0): Promise<ExistingSignup | undefined> {
  const now = new Date(signup.created_at);
  const { expires_at } = signup;
  const expiry = expires_at ? { expires_at, ttl: ttlAt(expires_at) } : {};
  const conflict = await transact([
    putNew({ ...keys.signup(signup.signup_id), ...signup, ...expiry }),
    {
      Put: {
        TableName: tableName,
        Item: { ...keys.signupEmail(signup.email), ...EmailMarker.parse(signup), ...expiry },
        ConditionExpression: "attribute_not_exists(pk) OR expires_at <= :now",
        ExpressionAttributeValues: nowOf(now),
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      },
    },
    signupRowWrite(signup, signup.status, expires_at),
    outboxWrite(confirmationEntry(signup.signup_id, signup.created_at, "creation", turn), now),
  ]);
  const existing = conflict && EmailMarker.parse(conflict.found[1]);
  // If an earlier attempt committed and its answer was lost, the marker found is this signup's own.
  return existing?.signup_id === signup.signup_id ? undefined : existing;
}

/** Puts a new sandbox signup, and requests the timer that will move it. */
export async function putSandboxSignup(signup: SandboxSignup): Promise<void> {
  const now = new Date(signup.created_at);
  const first = nextSignupStep(signup);
  await transact([
    putNew({ ...keys.signup(signup.signup_id), ...signup, ttl: ttlAt(signup.expires_at) }),
    ...(first
      ? [
          outboxWrite(
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

/** A consistent read: a caller that polls right after creation finds the signup. */
export async function findSignup(signupId: string, now: Date): Promise<Signup | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.signup(signupId), ConsistentRead: true }),
  );
  const signup = Item && StoredSignup.parse(Item);
  return signup && isExpired(signup, now) ? undefined : signup;
}

/** The id of the signup that an email has. */
export async function findSignupOf(email: string): Promise<string | undefined> {
  const Key = keys.signupEmail(email);
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item && EmailMarker.parse(Item).signup_id;
}

/**
 * Moves a sandbox signup if its state allows it. Returns the state afterwards, whichever call moved it, or
 * undefined when it is gone. A timer moves no live signup: only its owner or an operator does.
 */
export async function moveSandboxSignup(
  signupId: string,
  name: SignupTransition,
  now: Date,
): Promise<SandboxSignup | undefined> {
  const { guard, names, values } = transitionCondition(name, now);
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.signup(signupId),
        UpdateExpression: "SET #status = :to",
        ConditionExpression: `${guard} AND #mode = :sandbox`,
        ExpressionAttributeNames: { ...names, "#mode": "mode" },
        ExpressionAttributeValues: { ...values, ":sandbox": "sandbox" },
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return SandboxSignup.parse(Attributes);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const found = error.Item && StoredSignup.parse(unmarshall(error.Item));
    return found?.mode === "sandbox" && !isExpired(found, now) ? found : undefined;
  }
}

/** Records that the account of a live signup on the waitlist was opened. Returns whether this call did. */
export async function moveSignupToOpened(signup: LiveSignup, reason: string, now: Date): Promise<boolean> {
  const { guard, names, values, to } = transitionCondition("open_account", now);
  const conflict = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.signup(signup.signup_id),
        UpdateExpression: "SET #status = :to, account_opened = :opened",
        ConditionExpression: guard,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ...values, ":opened": { at: now.toISOString(), reason } },
      },
    },
    ...statusWrites(signup, to),
  ]);
  return conflict === undefined;
}
