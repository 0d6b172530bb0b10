import { setTierCommand } from "../../shared/contract/commands.ts";
import { Quota } from "../../shared/domain/account/account.ts";
import { CommandRefusal } from "../../shared/http/serve/serve-command.ts";
import { serveStandingChange } from "../../shared/http/serve/serve-standing-change.ts";

export const handler = serveStandingChange(
  setTierCommand,
  ({ verified }, { tier, per_minute, per_second }) => {
    const custom = per_minute !== undefined || per_second !== undefined;
    if (!custom) return { tier, verified };
    const quota = Quota.safeParse({ per_minute: Number(per_minute), per_second: Number(per_second) });
    if (tier !== "enterprise" || !quota.success) throw new CommandRefusal(NUMBERS);
    return { tier, verified, custom_quota: quota.data };
  },
);

const NUMBERS =
  "Only enterprise takes numbers of its own: both --per-minute, at most 50000, and --per-second, at most 1000";
