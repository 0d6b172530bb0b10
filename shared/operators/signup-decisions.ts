import type { openAccountCommand } from "../contract/operators/signup-commands.ts";
import type { LiveSignup } from "../domain/signup/signup.ts";
import { findSignup, moveSignupToOpened } from "../store/signup/signups.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

/** Records that a live signup's account was opened. Its owner must have confirmed, and not disowned it. */
export const openAccountRun: Run<typeof openAccountCommand> = async ({ signup_id }, { now, reason }) => {
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") throw new CommandProblem(`There is no live signup ${signup_id}`);
  refuseUnready(signup);
  return {
    will: `${signup_id} would become account_opened, which cannot be undone`,
    act: async () => {
      if (await moveSignupToOpened(signup, reason, now))
        return { ok: true, message: `${signup_id} is account_opened` };
      const current = await findSignup(signup_id, now);
      if (current?.mode === "live") refuseUnready(current);
      throw new CommandProblem(`${signup_id} changed just now: try again`);
    },
  };
};

function refuseUnready({ signup_id, status, disowned }: LiveSignup): void {
  if (disowned)
    throw new CommandProblem(`the owner of ${signup_id} said that it wasn't them; nothing was changed`);
  if (status !== "waitlist_joined")
    throw new CommandProblem(`${signup_id} is ${status}; only waitlist_joined can be opened`);
}
