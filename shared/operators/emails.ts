import type { showEmailsCommand } from "../contract/operators/object-commands.ts";
import { causeOf, type LiveSignup } from "../domain/signup/signup.ts";
import { findSignup } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

export const showEmailsRun: Run<typeof showEmailsCommand> = async ({ signup_id }, { now }) => {
  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") throw new CommandProblem(`There is no live signup ${signup_id}`);
  const data = signup.mails.map((requested_at) => ({
    requested_at,
    requested_by: causeOf(signup, requested_at) === "creation" ? "the signup" : "the button on its page",
    status: statusOf(signup, requested_at),
  }));
  const suppressed = (await isSuppressed(signup.email)) ? "suppressed: it gets no email" : "not suppressed";
  return {
    ok: true,
    message: `${numbered(data.length, "email")} requested. The mailbox is ${suppressed}`,
    data,
  };
};

/** An email that is not counted waits for its turn. */
function statusOf({ mails_sent, mails_counted, mails_dropped }: LiveSignup, requestedAt: string): string {
  if (mails_sent?.has(requestedAt)) return "sent";
  if (mails_dropped?.has(requestedAt)) return "not sent";
  return mails_counted?.has(requestedAt) ? "being sent" : "waits for its turn";
}
