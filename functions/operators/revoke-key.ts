import { revokeKeyCommand } from "../../shared/contract/commands.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";
import { moveKeyToRevoked } from "../../shared/store/account/accounts.ts";

export const handler = serveCommand(revokeKeyCommand, async ({ key_id }, now) =>
  (await moveKeyToRevoked(key_id, now))
    ? { ok: true, message: `${key_id} is revoked: at once for payouts, everywhere within 10 seconds` }
    : { ok: false, message: `There is no key ${key_id}` },
);
