import { type LiveSignup, startSignup, storedProof } from "../../shared/domain/signup/signup.ts";
import { joined } from "../support/receipts.ts";
import { now } from "./century-ahead.ts";
import { store } from "./store.ts";

/** A new live signup, which is stored. */
export async function begun(email: string, at = now): Promise<LiveSignup> {
  const signup = startSignup({ email, name: "Ana" }, at);
  await store.putSignup(signup);
  return signup;
}

/** What a press of the button in the email does. Returns whether it confirmed. */
export const confirm = (signup: LiveSignup, at = now, proof = "proof"): Promise<boolean> =>
  store.moveSignupToConfirmed(signup, storedProof(proof, at), joined(signup, at), at);

export async function confirmed(email: string): Promise<LiveSignup> {
  const signup = await begun(email);
  await store.putProof(signup.signup_id, "proof", "first", now);
  await confirm(signup);
  return signup;
}

/** The results of so many calls at the same time. */
export const atOnce = <T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));
