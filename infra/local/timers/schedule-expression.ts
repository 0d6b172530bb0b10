import { Cron } from "croner";
import { StartupFailure } from "../base/failure.ts";

export type NextFire = (after: Date) => Date | undefined;

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** AWS counts a rate from the schedule's creation; here from 1970, so that a restart does not shift it. */
export function nextFireOf(expression: string, timezone = "UTC"): NextFire {
  const [, kind, inner = ""] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  try {
    if (kind === "rate") return everySo(inner);
    if (kind === "cron") return following(cronerPattern(inner), timezone);
    if (kind === "at") return following(inner, timezone);
  } catch {}
  throw new StartupFailure(
    `The schedule ${expression} is invalid. It must be rate(...), cron(...) with six fields, or at(...).`,
  );
}

function everySo(rate: string): NextFire {
  const [, count, unit = ""] = /^(\d+) (minute|hour|day)s?$/.exec(rate) ?? [];
  const period = Number(count) * (UNIT_MS[unit] ?? 0);
  if (!period) throw new Error("No period");
  return (after) => new Date((Math.floor(after.getTime() / period) + 1) * period);
}

/** As on AWS, the days of a week start with SUN = 1, and `0/15` means every 15 from 0. */
const AWS_CRON_DIALECT = { alternativeWeekdays: true, sloppyRanges: true };

function following(pattern: string, timezone: string): NextFire {
  const cron = new Cron(pattern, { timezone, paused: true, ...AWS_CRON_DIALECT });
  return (after) => cron.nextRun(after) ?? undefined;
}

function cronerPattern(fields: string): string {
  if (fields.split(" ").length !== 6) throw new Error("Not six fields");
  return `0 ${fields.replaceAll("?", "*")}`;
}
