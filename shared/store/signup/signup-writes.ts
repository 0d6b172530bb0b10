import type { MailRequest } from "../../domain/event/outbox.ts";
import { type SignupStatus, type SignupTransition, signupTransitions } from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { tableName, type Write } from "../table/table.ts";

/** A transition as the condition of its write. A disowned signup makes no further transition. */
export function transitionCondition(name: SignupTransition) {
  const { from, to } = signupTransitions[name];
  return {
    to,
    guard: `attribute_exists(pk) AND attribute_not_exists(disowned) AND #status IN (${from.map((_, i) => `:from${i}`).join(", ")})`,
    names: { "#status": "status" },
    values: { ":to": to, ...Object.fromEntries(from.map((status, i) => [`:from${i}`, status])) },
  };
}

/** The outbox entry for one email with a confirmation link. */
export const confirmationEntry = (signup_id: string, asked_at: string): MailRequest => ({
  kind: "mail",
  mail: "confirmation",
  signup_id,
  asked_at,
});

/** Copies a new status to the marker of the signup's email, which answers a repeated signup. */
export const markerWrite = (email: string, to: SignupStatus): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.signupEmail(email),
    UpdateExpression: "SET #status = :to",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":to": to },
  },
});
