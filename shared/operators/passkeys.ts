import type { resetPasskeysCommand } from "../contract/operators/account-commands.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { sameEmail } from "../domain/text/text.ts";
import { listMembers } from "../store/account/members.ts";
import { putPasskeys } from "../store/account/passkeys.ts";
import { requireAccount } from "./account-named.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

/** For a member who lost their devices, where no other admin can do it. */
export const resetPasskeysRun: Run<typeof resetPasskeysCommand> = async (
  { account: name, email },
  { now },
) => {
  const { account_id } = await requireAccount(name, now);
  const members = await listMembers(account_id);
  const member = members.find((each) => each.email === sameEmail(email));
  const masked = maskedEmail(email);
  const passkeys = member?.passkeys ?? [];
  if (!member || passkeys.length === 0)
    throw new CommandProblem(`${account_id} has no member ${masked} with a passkey`);
  const objects = [account_id, member.member_id];
  return {
    objects,
    will: `All passkeys of ${masked} would be removed (${passkeys.length}), and an email sent to the admins of ${account_id}`,
    act: async () => {
      const done = await putPasskeys({ member, after: [], about: "reset" }, now);
      if (!done) throw new CommandProblem("The member changed at the same time. Repeat the command");
      return { ok: true, message: `${masked} has no passkey now, and the admins get an email`, objects };
    },
  };
};
