import * as z from "zod/mini";
import { note } from "../text/text.ts";

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** An instant as a person types it: ISO 8601 of any precision, or how long ago, such as `2h`. */
export function instantSince(typed: string, now: Date): Date | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(typed) ?? [];
  if (count !== undefined)
    return new Date(now.getTime() - Number(count) * UNITS[unit as keyof typeof UNITS] * 1000);
  const iso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(typed);
  const instant = iso ? new Date(typed) : undefined;
  return instant && !Number.isNaN(instant.getTime()) ? instant : undefined;
}

export const Since = note(
  z
    .string()
    .check(
      z.refine(
        (typed) => instantSince(typed, new Date()) !== undefined,
        "a time such as 2026-11-21T09:30:00Z, 2026-11-21 or 2h",
      ),
    ),
  "An instant such as 2026-11-21T09:30:00Z, or how long ago, such as 90m, 2h or 3d.",
);
