import type * as z from "zod/mini";
import type { Command } from "../../contract/operation.ts";
import type { Account, Standing } from "../../domain/account/account.ts";
import { putStanding } from "../../store/account/accounts.ts";
import { requireAccount } from "../guard/require-account.ts";
import { CommandRefusal, serveCommand } from "./serve-command.ts";

type StandingCommand = Command & { input: z.ZodMiniObject<{ account: z.ZodMiniType<string> }> };

/** The Lambda handler of a command that changes what an account may do, and with it all its keys. */
export const serveStandingChange = <C extends StandingCommand>(
  command: C,
  change: (account: Account, input: z.output<C["input"]>) => Standing,
) =>
  serveCommand(command, async (input, now) => {
    const account = await requireAccount(input.account, now);
    const { account_id } = account;
    const standing = change(account, input);
    if (!(await putStanding(account, standing)))
      throw new CommandRefusal(`${account_id} got or lost a key just now: try again`);
    const { tier, verified } = standing;
    return { ok: true, message: `${account_id} is ${tier} and ${verified ? "verified" : "not verified"}` };
  });
