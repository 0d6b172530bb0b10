import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
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
import { atMost, either, isNew } from "../table/expressions.ts";
import { outboxWrite } from "../table/outbox.ts";
import { findAs } from "../table/reads.ts";
import { table, transact, ttlAt } from "../table/table.ts";
import { change, put, putNew } from "../table/writes.ts";
import { confirmationEntry, signupRowWrite, statusWrites, transitionCondition } from "./signup-writes.ts";

const StoredSignup = z.discriminatedUnion("mode", [LiveSignup, SandboxSignup]);

const EmailMarker = z.pick(LiveSignup, { signup_id: true, status: true, partner_id: true });
export type ExistingSignup = z.infer<typeof EmailMarker>;

/** Undefined, or the signup that its email has: of racing signups, one is written. `turn`: of creations. */
export async function putSignup(signup: LiveSignup, turn = 0): Promise<ExistingSignup | undefined> {
  const now = new Date(signup.created_at);
  const { expires_at } = signup;
  const expiry = expires_at ? { expires_at, ttl: ttlAt(expires_at) } : {};
  const conflict = await transact({
    signup: putNew({ ...keys.signup(signup.signup_id), ...signup, ...expiry }),
    marker: put(
      { ...keys.signupEmail(signup.email), ...EmailMarker.parse(signup), ...expiry },
      { when: either(isNew, { expires_at: atMost(now.toISOString()) }), found: true },
    ),
    row: signupRowWrite(signup, signup.status, expires_at),
    email: outboxWrite(confirmationEntry(signup.signup_id, signup.created_at, "creation", turn), now),
  });
  const existing = conflict && EmailMarker.parse(conflict.found.marker);
  // If an earlier attempt committed and its answer was lost, the marker found is this signup's own.
  return existing?.signup_id === signup.signup_id ? undefined : existing;
}

export async function putSandboxSignup(signup: SandboxSignup): Promise<void> {
  const now = new Date(signup.created_at);
  const first = nextSignupStep(signup);
  const { signup_id } = signup;
  const timer = { kind: "timer", timer: "advance-signup", name: signup_id } as const;
  await transact({
    signup: putNew({ ...keys.signup(signup_id), ...signup, ttl: ttlAt(signup.expires_at) }),
    timer: first ? outboxWrite({ ...timer, input: { id: signup_id, at: first.at } }, now) : undefined,
  });
}

/** A consistent read: a caller that polls right after creation finds the signup. */
export async function findSignup(signupId: string, now: Date): Promise<Signup | undefined> {
  const signup = await findAs(keys.signup(signupId), StoredSignup);
  return signup && isExpired(signup, now) ? undefined : signup;
}

export const findSignupOf = async (email: string): Promise<string | undefined> =>
  (await findAs(keys.signupEmail(email), EmailMarker))?.signup_id;

/** Returns the state afterwards, or undefined when it is gone. A timer moves no live signup. */
export async function moveSandboxSignup(
  signupId: string,
  name: SignupTransition,
  now: Date,
): Promise<SandboxSignup | undefined> {
  const { guard, to } = transitionCondition(name, now);
  const { Update } = change(keys.signup(signupId), {
    set: { status: to },
    when: { ...guard, mode: "sandbox" },
    returns: "ALL_NEW",
    found: true,
  });
  try {
    const { Attributes } = await table.send(new UpdateCommand(Update));
    return SandboxSignup.parse(Attributes);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const stored = error.Item && StoredSignup.parse(unmarshall(error.Item));
    return stored?.mode === "sandbox" && !isExpired(stored, now) ? stored : undefined;
  }
}

export async function moveSignupToOpened(signup: LiveSignup, reason: string, now: Date): Promise<boolean> {
  const { guard, to } = transitionCondition("open_account", now);
  const account_opened = { at: now.toISOString(), reason };
  const conflict = await transact([
    change(keys.signup(signup.signup_id), { set: { status: to, account_opened }, when: guard }),
    ...statusWrites(signup, to),
  ]);
  return conflict === undefined;
}
