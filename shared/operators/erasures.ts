import type { eraseSignupCommand } from "../contract/operators/signup-commands.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { deleteSignup } from "../store/signup/erasures.ts";
import { findSignup } from "../store/signup/signups.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

export const eraseSignupRun: Run<typeof eraseSignupCommand> = async ({ signup_id }, { now }) => {
  const signup = await findSignup(signup_id, now);
  if (!signup)
    return {
      ok: true,
      message: `Nothing is stored about ${signup_id}: it was already erased, or it never existed`,
    };
  if (signup.mode === "sandbox")
    throw new CommandProblem("A sandbox signup stores nothing about a person, and expires after a day");
  const isOpen = `The account of ${signup_id} is open: nothing was erased`;
  if (signup.status === "account_opened") throw new CommandProblem(isOpen);
  return {
    will: `${signup_id} (${signup.status}, ${maskedEmail(signup.email)}) would be erased, with its waitlist entry`,
    act: async () => {
      if (!(await deleteSignup(signup, now))) {
        if (await findSignup(signup_id, now)) throw new CommandProblem(isOpen);
        return { ok: true, message: `${signup_id} is erased` };
      }
      return { ok: true, message: `${signup_id} is erased, and its email can sign up again` };
    },
  };
};
