import { describe, expect, test } from "@jest/globals";
import {
  type Connection,
  finalThrough,
  openPeriod,
  syncedConnection,
} from "../../shared/domain/earnings/connection.ts";
import { mergeEarnings, monthsOf } from "../../shared/domain/earnings/earnings.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";

const connection: Connection = {
  platform: "uber",
  status: "connected",
  connected_at: "2026-11-01T09:30:00.000Z",
  syncs: 1,
  events: 1,
  synced_events: 1,
  synced_to: "2026-11-20",
};
const at = (day: string) => new Date(`${day}T06:00:00Z`);
const row = (date: string, pay: number) => ({ date, pay, tips: 0, miles: 0, count: 1 });

describe("the days of a sync", () => {
  test("a new connection reads 90 days, and a later sync those that were not final at the last one", () => {
    expect(openPeriod(undefined, at("2026-11-21"))).toEqual({ from: "2026-08-24", to: "2026-11-21" });
    expect(openPeriod(connection, at("2026-11-21"))).toEqual({ from: "2026-11-14", to: "2026-11-21" });
  });

  test("after an outage of months it reads at most 90 days", () => {
    expect(openPeriod(connection, at("2026-12-01"))).toEqual({ from: "2026-11-14", to: "2026-12-01" });
    expect(openPeriod(connection, at("2027-11-21"))).toEqual({ from: "2027-08-24", to: "2027-11-21" });
  });
});

const kept = monthsOf("uber", [row("2026-11-13", 100), row("2026-11-14", 200)]);
const reading = (rows: ReturnType<typeof row>[]) => ({
  period: { from: "2026-11-12", to: "2026-11-30" },
  rows,
});

test("a final day never changes, an open one does, and the changed days are named", () => {
  const read = [
    row("2026-11-12", 1),
    row("2026-11-13", 9_999),
    { ...row("2026-11-14", 250), tips: 20 },
    row("2026-11-15", 300),
  ];
  const { months, added, changed } = mergeEarnings("uber", kept, reading(read), finalThrough(connection));
  expect([added, changed]).toEqual([370, ["2026-11-14", "2026-11-15"]]);
  expect(months[0]?.days.map(({ day, pay }) => [day, pay])).toEqual([
    [13, 100],
    [14, 250],
    [15, 300],
  ]);
});

test("the same figures again change nothing", () => {
  const again = mergeEarnings("uber", kept, reading([row("2026-11-14", 200)]), finalThrough(connection));
  expect(again).toEqual({ months: [], added: 0, changed: [] });
});

test("an open day that the gig platform does not name any more has no work", () => {
  const both = [...kept, ...monthsOf("uber", [row("2026-12-01", 70)])];
  const { months, added, changed } = mergeEarnings("uber", both, reading([]), finalThrough(connection));
  // The 13th is final, and December was not read.
  expect([added, changed]).toEqual([-200, ["2026-11-14"]]);
  expect(months).toEqual(monthsOf("uber", [row("2026-11-13", 100)]));
  const open = monthsOf("uber", [row("2026-11-15", 300)]);
  expect(mergeEarnings("uber", open, reading([]), finalThrough(connection))).toEqual({
    months: [{ platform: "uber", month: "2026-11", days: [] }],
    added: -300,
    changed: ["2026-11-15"],
  });
});

test("daily syncs of the sandbox end with the same figures as one read of all days", () => {
  let months = monthsOf("uber", []);
  let last = connection;
  let total = 0;
  for (let day = 1; day <= 28; day++) {
    const now = at(`2026-12-${String(day).padStart(2, "0")}`);
    const period = openPeriod(last, now);
    const sync = mergeEarnings(
      "uber",
      months,
      { period, rows: sandboxEarnings("drv_1", "uber", period) },
      finalThrough(last),
    );
    months = [
      ...months.filter(({ month }) => !sync.months.some((each) => each.month === month)),
      ...sync.months,
    ];
    total += sync.added;
    last = {
      ...last,
      ...syncedConnection(last, true, now),
      synced_to: `2026-12-${String(day).padStart(2, "0")}`,
    };
  }
  const rows = sandboxEarnings("drv_1", "uber", { from: "2026-11-14", to: "2026-12-28" });
  expect(months.flatMap(({ days }) => days)).toHaveLength(rows.length);
  expect(total).toBe(rows.reduce((sum, { pay, tips }) => sum + pay + tips, 0));
});
