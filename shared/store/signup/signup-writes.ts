import type { MailRequest } from "../../domain/event/outbox.ts";
import type { EmailLane } from "../../domain/share/lane.ts";
import {
  type LiveSignup,
  type SignupStatus,
  type SignupTransition,
  signupTransitions,
} from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { tableName, ttlAt, type Write } from "../table/table.ts";

/** The item exists. An expired one counts as deleted. It needs the value of {@link nowOf}. */
export const EXISTS = "attribute_exists(pk) AND (attribute_not_exists(expires_at) OR expires_at > :now)";
export const nowOf = (now: Date) => ({ ":now": now.toISOString() });

/** A transition as the condition of its write. A disowned signup makes no further transition. */
export function transitionCondition(name: SignupTransition, now: Date) {
  const { from, to } = signupTransitions[name];
  return {
    to,
    guard: `${EXISTS} AND attribute_not_exists(disowned) AND #status IN (${from.map((_, i) => `:from${i}`).join(", ")})`,
    names: { "#status": "status" },
    values: {
      ...nowOf(now),
      ":to": to,
      ...Object.fromEntries(from.map((status, i) => [`:from${i}`, status])),
    },
  };
}

/** The outbox entry for one email with a confirmation link, in its network's turn. */
export const confirmationEntry = (
  signup_id: string,
  asked_at: string,
  lane: EmailLane,
  turn: number,
): MailRequest => ({
  kind: "mail",
  mail: "confirmation",
  signup_id,
  asked_at,
  lane,
  turn,
});

/**
 * The end of a signup, as the part of an update that sets it on an item of the signup. `null` removes it:
 * a confirmed signup is stored until it is erased.
 */
export const expiryPart = (expiresAt: string | null) =>
  expiresAt === null
    ? { set: "", remove: "REMOVE expires_at, #ttl", values: {} }
    : {
        set: ", expires_at = :expires, #ttl = :ttl",
        remove: "",
        values: { ":expires": expiresAt, ":ttl": ttlAt(expiresAt) },
      };

/**
 * Copies a new status and end to the marker of the signup's email, which answers a repeated signup. After an
 * expiry, the marker may be another signup's.
 */
function markerWrite(
  { signup_id, email }: Pick<LiveSignup, "signup_id" | "email">,
  to: SignupStatus,
  expiresAt: string | null,
): Write {
  const { set, remove, values } = expiryPart(expiresAt);
  return {
    Update: {
      TableName: tableName,
      Key: keys.signupEmail(email),
      UpdateExpression: `SET #status = :to${set} ${remove}`.trim(),
      ConditionExpression: "signup_id = :signup",
      ExpressionAttributeNames: { "#status": "status", "#ttl": "ttl" },
      ExpressionAttributeValues: { ":to": to, ":signup": signup_id, ...values },
    },
  };
}

/** Puts a live signup's row in the directory, with its status and its end. It expires with the signup. */
export const signupRowWrite = (
  { signup_id, created_at }: LiveSignup,
  status: SignupStatus,
  expiresAt: string | null = null,
): Write => ({
  Put: {
    TableName: tableName,
    Item: {
      ...keys.signupDirectory(created_at, signup_id),
      status,
      ...(expiresAt !== null && { ttl: ttlAt(expiresAt) }),
    },
  },
});

/** A live signup's status and end, in the items that repeat them. */
export const statusWrites = (
  signup: LiveSignup,
  to: SignupStatus,
  expiresAt: string | null = null,
): Write[] => [markerWrite(signup, to, expiresAt), signupRowWrite(signup, to, expiresAt)];
