import { expect, test } from "@jest/globals";
import { instantSince } from "../../shared/domain/time/since.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

test.each([
  ["2h", "2026-11-21T10:00:00.000Z"],
  ["90m", "2026-11-21T10:30:00.000Z"],
  ["30s", "2026-11-21T11:59:30.000Z"],
  ["30d", "2026-10-22T12:00:00.000Z"],
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T09:30Z", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21T09:30:00.123456Z", "2026-11-21T09:30:00.123Z"],
  ["2026-11-21T10:30:00+01:00", "2026-11-21T09:30:00.000Z"],
])("%s is %s", (typed, expected) => expect(instantSince(typed, now)?.toISOString()).toBe(expected));

test.each(["", "yesterday", "2h30", "-2h", "2w", "2026-13-01", "2026-11-21T09:30:00", "1763717400"])(
  "%p is no time",
  (typed) => expect(instantSince(typed, now)).toBeUndefined(),
);
