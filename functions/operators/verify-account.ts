import { verifyAccountCommand } from "../../shared/contract/commands.ts";
import { serveStandingChange } from "../../shared/http/serve/serve-standing-change.ts";

export const handler = serveStandingChange(verifyAccountCommand, ({ tier, custom_quota }) => ({
  tier,
  verified: true,
  ...(custom_quota && { custom_quota }),
}));
