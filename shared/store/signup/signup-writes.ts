import type { MailRequest } from "../../domain/event/outbox.ts";
import type { EmailLane } from "../../domain/share/lane.ts";
import {
  type LiveSignup,
  type SignupStatus,
  type SignupTransition,
  signupTransitions,
} from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { above, absent, exists, type ItemFields, oneOf, orAbsent } from "../table/expressions.ts";
import { ttlAt, type Write } from "../table/table.ts";
import { change, put } from "../table/writes.ts";

export const unexpired = (now: Date): ItemFields => ({
  ...exists,
  expires_at: orAbsent(above(now.toISOString())),
});

/** A transition as the condition of its write. A disowned signup makes no further transition. */
export function transitionCondition(name: SignupTransition, now: Date) {
  const { from, to } = signupTransitions[name];
  return { to, guard: { ...unexpired(now), disowned: absent, status: oneOf(from) } };
}

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

export const expiryFields = (expiresAt: string | null): ItemFields =>
  expiresAt === null ? { expires_at: absent, ttl: absent } : { expires_at: expiresAt, ttl: ttlAt(expiresAt) };

/** After an expiry, the marker may be another signup's. */
const markerWrite = (
  { signup_id, email }: Pick<LiveSignup, "signup_id" | "email">,
  status: SignupStatus,
  expiresAt: string | null,
): Write =>
  change(keys.signupEmail(email), {
    set: { status, ...expiryFields(expiresAt) },
    when: { signup_id },
  });

export const signupRowWrite = (
  { signup_id, created_at }: LiveSignup,
  status: SignupStatus,
  expiresAt: string | null = null,
): Write =>
  put({
    ...keys.signupDirectory(created_at, signup_id),
    status,
    ...(expiresAt !== null && { ttl: ttlAt(expiresAt) }),
  });

export const statusWrites = (
  signup: LiveSignup,
  to: SignupStatus,
  expiresAt: string | null = null,
): Write[] => [markerWrite(signup, to, expiresAt), signupRowWrite(signup, to, expiresAt)];
