import { eraseSignupCommand } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";
import { logger } from "../../shared/http/serve/telemetry.ts";
import { deleteSignup } from "../../shared/store/signup/erasures.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/** Deletes everything about a person but their opt-out. The log has the reason, and names no one. */
export const handler = serveCommand(eraseSignupCommand, async ({ signup_id, reason }, now) => {
  const signup = await findSignup(signup_id, now);
  if (!signup)
    return {
      ok: true,
      message: `Nothing is stored about ${signup_id}: it was already erased, or it never existed`,
    };
  if (signup.mode === "sandbox")
    return { ok: false, message: "A sandbox signup stores nothing about a person, and expires after a day" };
  if (!(await deleteSignup(signup, now))) {
    return (await findSignup(signup_id, now))
      ? { ok: false, message: `The account of ${signup_id} is open: nothing was erased` }
      : { ok: true, message: `${signup_id} is erased` };
  }
  logger.info("erased", { operation: eraseSignupCommand.name, reason });
  return { ok: true, message: `${signup_id} is erased, and its email can sign up again` };
});
