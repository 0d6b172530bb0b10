import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { daysFrom, plusDays, weekdayOf } from "../../shared/domain/time/day.ts";
import { PeriodName, periodOf } from "../../shared/domain/earnings/period.ts";

test.each([
  ["2026-11-21T23:59:59.999Z", "today", "2026-11-21"],
  ["2026-11-21T00:00:00.000Z", "week", "2026-11-16"],
  ["2026-11-16T00:00:00.000Z", "week", "2026-11-16"],
  ["2026-11-22T12:00:00.000Z", "week", "2026-11-16"],
  ["2027-01-02T12:00:00.000Z", "week", "2026-12-28"],
  ["2026-11-21T00:00:00.000Z", "month", "2026-11-01"],
  ["2026-11-21T00:00:00.000Z", "year", "2026-01-01"],
  ["2026-01-01T00:00:00.000Z", "year", "2026-01-01"],
])("at %s, the period %s starts on %s and ends today", (now, name, from) => {
  expect(periodOf(name, new Date(now))).toEqual({ from, to: now.slice(0, 10) });
});

test("a custom range does not depend on today", () => {
  const now = new Date("2026-11-21T00:00:00Z");
  expect(periodOf("2025-01-01..2025-12-31", now)).toEqual({ from: "2025-01-01", to: "2025-12-31" });
});

test.each([
  "today",
  "week",
  "month",
  "year",
  "2026-11-21..2026-11-21",
  "2024-01-01..2024-12-31",
  "2025-11-21..2026-11-21",
])("%s is a valid period", (name) => expect(PeriodName.safeParse(name).success).toBe(true));

test.each([
  ["", "`today`"],
  ["day", "`today`"],
  ["Today", "`today`"],
  ["2026-11-21", "`today`"],
  ["2026-11-21...2026-11-22", "`today`"],
  ["2026-02-29..2026-03-01", "two valid dates"],
  ["2026-01-01..2026-13-01", "two valid dates"],
  ["2026-01-02..2026-01-01", "ends on or after its first day"],
  ["2025-11-20..2026-11-21", "at most 366 days"],
  ["0001-01-01..9999-12-31", "at most 366 days"],
])("%p is rejected with its rule", (name, words) => {
  const { error } = PeriodName.safeParse(name);
  expect(error?.issues).toHaveLength(1);
  expect(error?.issues[0]).toMatchObject({
    code: "invalid_format",
    message: expect.stringContaining(words),
  });
});

test("a week starts on a Monday at most six days ago", () => {
  const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => plusDays("1970-01-01", days));
  fc.assert(
    fc.property(anyDay, (today) => {
      const { from, to } = periodOf("week", new Date(`${today}T15:00:00Z`));
      expect(weekdayOf(from)).toBe(1);
      expect([1, 2, 3, 4, 5, 6, 7]).toContain(daysFrom(from, to));
      expect(to).toBe(today);
    }),
  );
});
