import { verifyAccountCommand } from "../../shared/contract/commands.ts";
import { changeAccount } from "../../shared/http/serve/change-account.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";

export const handler = serveCommand(verifyAccountCommand, ({ account: name }) =>
  changeAccount(name, ({ tier, custom_quota }) => ({
    tier,
    verified: true,
    ...(custom_quota && { custom_quota }),
  })),
);
