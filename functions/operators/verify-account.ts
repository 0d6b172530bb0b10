import { verifyAccount as command } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve-command.ts";
import { changeAccount } from "./change-account.ts";

export const handler = serveCommand(command, ({ account: name }) =>
  changeAccount(name, ({ tier, custom_quota }) => ({
    tier,
    verified: true,
    ...(custom_quota && { custom_quota }),
  })),
);
