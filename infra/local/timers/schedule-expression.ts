import { Cron } from "croner";
import { StartupFailure } from "../failure.ts";

/** When a schedule fires next after an instant; undefined: never again. */
export type NextFire = (after: Date) => Date | undefined;

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * EventBridge Scheduler's three kinds of expression. AWS counts a rate from the schedule's creation; here it is
 * counted from 1970, so that it goes on in step after a restart.
 */
export function nextFireOf(expression: string, timezone = "UTC"): NextFire {
  const [, kind, inner = ""] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  try {
    if (kind === "rate") return everySo(inner);
    if (kind === "cron") return following(cronerPattern(inner), timezone);
    if (kind === "at") return following(inner, timezone);
  } catch {}
  throw new StartupFailure(`The local cloud does not understand the schedule ${expression}`);
}

function everySo(rate: string): NextFire {
  const [, count, unit = ""] = /^(\d+) (minute|hour|day)s?$/.exec(rate) ?? [];
  const period = Number(count) * (UNIT_MS[unit] ?? 0);
  if (!period) throw new Error("No period");
  return (after) => new Date((Math.floor(after.getTime() / period) + 1) * period);
}

/** Like AWS, count the days of a week from SUN = 1, and take `0/15` for every 15 from 0. */
const AS_AWS_HAS_IT = { alternativeWeekdays: true, sloppyRanges: true };

function following(pattern: string, timezone: string): NextFire {
  const cron = new Cron(pattern, { timezone, paused: true, ...AS_AWS_HAS_IT });
  return (after) => cron.nextRun(after) ?? undefined;
}

/** AWS has no seconds, and a `?` where the other day field says it all. */
function cronerPattern(fields: string): string {
  if (fields.split(" ").length !== 6) throw new Error("Not six fields");
  return `0 ${fields.replaceAll("?", "*")}`;
}
