import { setTierCommand } from "../../shared/contract/commands.ts";
import { Quota } from "../../shared/domain/account/account.ts";
import { changeAccount } from "../../shared/http/serve/change-account.ts";
import { serveCommand } from "../../shared/http/serve/serve-command.ts";

export const handler = serveCommand(
  setTierCommand,
  async ({ account: name, tier, per_minute, per_second }) => {
    const custom = per_minute !== undefined || per_second !== undefined;
    if (!custom) return changeAccount(name, ({ verified }) => ({ tier, verified }));
    const quota = Quota.safeParse({ per_minute: Number(per_minute), per_second: Number(per_second) });
    if (tier !== "enterprise" || !quota.success) return { ok: false, message: NUMBERS };
    return changeAccount(name, ({ verified }) => ({ tier, verified, custom_quota: quota.data }));
  },
);

const NUMBERS =
  "Only enterprise takes numbers of its own: both --per-minute, at most 50000, and --per-second, at most 1000";
