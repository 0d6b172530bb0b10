import { openAccountCommand } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";
import { findSignup, moveSignupToOpened } from "../../shared/store/signup/signups.ts";

/**
 * Records that a live signup's account was opened. The signup must be on the waitlist: confirmed by its
 * owner, and not disowned.
 */
export const handler = serveCommand(openAccountCommand, async ({ signup_id, reason }, now) => {
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") return { ok: false, message: `There is no live signup ${signup_id}` };
  if (await moveSignupToOpened(signup, reason, now))
    return { ok: true, message: `${signup_id} is account_opened` };
  const found = (await findSignup(signup_id, now)) ?? signup;
  const why =
    found.mode === "live" && found.disowned
      ? `the owner of ${signup_id} said that it wasn't them; nothing was changed`
      : `${signup_id} is ${found.status}; only waitlist_joined can be opened`;
  return { ok: false, message: why };
});
