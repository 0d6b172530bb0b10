import type { LiveSignup } from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { stopSaver } from "../savings/agreements.ts";
import { isNot } from "../table/expressions.ts";
import { transact } from "../table/table.ts";
import { remove } from "../table/writes.ts";
import { hashMailbox } from "./mailboxes.ts";
import { unexpired } from "./signup-writes.ts";
import { waitlistDeleteWrites } from "./waitlist.ts";

/**
 * With everything under its address, which can then sign up anew. An open account forbids it. A newer signup
 * of the address stays. So does the hash of a suppressed mailbox: an opt-out must survive.
 */
export async function deleteSignup(
  { signup_id, email, created_at, status }: LiveSignup,
  now: Date,
): Promise<boolean> {
  // Before the signup, so that a repeat after a crash finds it again.
  if (status !== "account_opened") await stopSaver({ mode: "live" }, await hashMailbox(email), now);
  const conflict = await transact([
    remove(keys.signup(signup_id), { when: { ...unexpired(now), status: isNot("account_opened") } }),
    // These items belong to the signup as long as it exists: an address has one signup.
    remove(keys.signupEmail(email)),
    remove(keys.signupDirectory(created_at, signup_id)),
    ...waitlistDeleteWrites(email),
  ]);
  return conflict === undefined;
}
