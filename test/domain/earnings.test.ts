import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  activityOf,
  DailyEarnings,
  EarningsMonth,
  earnedIn,
  monthsOf,
  summariseEarnings,
} from "../../shared/domain/earnings/earnings.ts";
import { SYNCED_DAYS, syncedPeriod } from "../../shared/domain/earnings/earnings-source.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";

const until = (lastDay: string) => syncedPeriod(new Date(lastDay));

const row = (date: string, pay: number, tips: number, miles: number, count: number) => ({
  date,
  pay,
  tips,
  miles,
  count,
});

const months = [
  ...monthsOf("uber", [row("2026-10-31", 9_000, 900, 5_050, 7), row("2026-11-01", 10_000, 1_000, 4_010, 8)]),
  ...monthsOf("doordash", [
    row("2026-11-02", 4_000, 2_000, 1_020, 9),
    row("2026-11-01", 5_000, 2_500, 2_030, 11),
  ]),
];

const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };

describe("earnings summaries", () => {
  test("a summary adds up the period's days by gig platform and by day, in order", () => {
    expect(summariseEarnings(months, { period: NOVEMBER, includeTips: true })).toEqual({
      total_earnings: 24_500,
      total_tips: 5_500,
      total_miles: 70.6,
      platforms: {
        doordash: { earnings: 13_500, tips: 4_500, deliveries: 20 },
        uber: { earnings: 11_000, tips: 1_000, trips: 8 },
      },
      daily_breakdown: [
        { date: "2026-11-01", earnings: 18_500, tips: 3_500, miles: 60.4 },
        { date: "2026-11-02", earnings: 6_000, tips: 2_000, miles: 10.2 },
      ],
    });
  });

  test("the order of the months does not change the summary", () => {
    const [once, again] = [months, months.toReversed()].map((given) =>
      JSON.stringify(summariseEarnings(given, { period: NOVEMBER, includeTips: true })),
    );
    expect(once).toBe(again);
    expect(once).toMatch(/"platforms":{"doordash":.*"uber":.*2026-11-01.*2026-11-02/);
  });

  test("a summary of one gig platform excludes the others", () => {
    expect(
      summariseEarnings(months, { period: NOVEMBER, platform: "uber", includeTips: true }),
    ).toMatchObject({
      total_earnings: 11_000,
      platforms: { uber: { earnings: 11_000, tips: 1_000, trips: 8 } },
      daily_breakdown: [{ date: "2026-11-01", earnings: 11_000 }],
    });
  });

  test("without tips, every sum excludes them", () => {
    expect(summariseEarnings(months, { period: NOVEMBER, includeTips: false })).toEqual({
      total_earnings: 19_000,
      total_tips: 0,
      total_miles: 70.6,
      platforms: {
        doordash: { earnings: 9_000, tips: 0, deliveries: 20 },
        uber: { earnings: 10_000, tips: 0, trips: 8 },
      },
      daily_breakdown: [
        { date: "2026-11-01", earnings: 15_000, tips: 0, miles: 60.4 },
        { date: "2026-11-02", earnings: 4_000, tips: 0, miles: 10.2 },
      ],
    });
  });

  test("days without earnings give an empty summary", () => {
    const period = { from: "2026-12-01", to: "2026-12-31" };
    expect(summariseEarnings(months, { period, includeTips: true })).toEqual({
      total_earnings: 0,
      total_tips: 0,
      total_miles: 0,
      platforms: {},
      daily_breakdown: [],
    });
  });

  test("miles add up without floating-point errors", () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      row(`2026-11-${String(i + 1).padStart(2, "0")}`, 0, 0, 10, 1),
    );
    expect(
      summariseEarnings(monthsOf("uber", many), { period: NOVEMBER, includeTips: true }).total_miles,
    ).toBe(3);
  });

  test("gig platforms and days each add up to the totals", () => {
    const [uber, instacart] = ["uber", "instacart"].map((platform) =>
      monthsOf(platform, sandboxEarnings("drv_1", platform, until("2026-11-21"))),
    ) as [EarningsMonth[], EarningsMonth[]];
    const period = { from: "2026-09-15", to: "2026-11-10" };
    for (const includeTips of [true, false]) {
      const summary = summariseEarnings([...uber, ...instacart], { period, includeTips });
      for (const parts of [Object.values(summary.platforms), summary.daily_breakdown]) {
        expect(parts.reduce((sum, { earnings }) => sum + Number(earnings), 0)).toBe(summary.total_earnings);
        expect(parts.reduce((sum, { tips }) => sum + Number(tips), 0)).toBe(summary.total_tips);
      }
      const hundredths = summary.daily_breakdown.reduce((sum, { miles }) => sum + Math.round(miles * 100), 0);
      expect(hundredths / 100).toBe(summary.total_miles);
    }
  });
});

test("a year's gross is pay and tips, with the tips also apart", () => {
  expect(earnedIn(months, { from: "2026-01-01", to: "2026-12-31" })).toEqual({ gross: 34_400, tips: 6_400 });
  expect(earnedIn(months, { from: "2025-01-01", to: "2025-12-31" })).toEqual({ gross: 0, tips: 0 });
});

test.each([
  ["uber", "trips"],
  ["lyft", "trips"],
  ["instacart", "batches"],
  ["doordash", "deliveries"],
  ["amazon_flex", "deliveries"],
  ["constructor", "deliveries"],
])("jobs of %s are called %s", (platform, activity) => expect(activityOf(platform)).toBe(activity));

describe("sandbox earnings", () => {
  test("the same driver, gig platform and day give the same earnings at any time", () => {
    const anyDriver = fc.string({ minLength: 1 });
    const platforms = fc.constantFrom("uber", "doordash", "instacart");
    fc.assert(
      fc.property(anyDriver, platforms, fc.integer({ min: 0, max: 60 }), (driver, platform, later) => {
        const first = sandboxEarnings(driver, platform, until("2026-06-30"));
        const lastDay = new Date(Date.parse("2026-06-30") + later * 86_400_000).toISOString().slice(0, 10);
        const second = sandboxEarnings(driver, platform, until(lastDay));
        const from = new Date(Date.parse(lastDay) - 89 * 86_400_000).toISOString().slice(0, 10);
        expect(second.filter(({ date }) => date <= "2026-06-30")).toEqual(
          first.filter(({ date }) => date >= from),
        );
      }),
      { numRuns: 50 },
    );
  });

  test("earnings do not change between releases", () => {
    expect(sandboxEarnings("drv_example", "uber", until("2026-11-21")).slice(0, 2)).toEqual([
      { date: "2026-08-26", pay: 13_520, tips: 685, miles: 8_605, count: 11 },
      { date: "2026-08-27", pay: 16_612, tips: 1_303, miles: 11_230, count: 14 },
    ]);
  });

  test("earnings differ between drivers and between gig platforms", () => {
    const all = ["drv_1", "drv_2"].flatMap((driver) =>
      ["uber", "lyft", "grubhub"].map((platform) =>
        JSON.stringify(sandboxEarnings(driver, platform, until("2026-11-21"))),
      ),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  test("earnings cover 90 days, with days off, in a driver's usual range", () => {
    for (const platform of ["uber", "lyft", "doordash", "instacart"]) {
      for (let driver = 0; driver < 25; driver++) {
        const rows = sandboxEarnings(`drv_${driver}`, platform, until("2026-11-21"));
        expect(rows.every((each) => DailyEarnings.safeParse(each).success)).toBe(true);
        expect(rows.every(({ date }) => date >= "2026-08-24" && date <= "2026-11-21")).toBe(true);
        expect(rows.length).toBeGreaterThan(30);
        expect(rows.length).toBeLessThan(SYNCED_DAYS);
        const { gross, tips } = earnedIn(monthsOf(platform, rows), { from: "2026-08-24", to: "2026-11-21" });
        const aDay = gross / rows.length / 100;
        expect(aDay).toBeGreaterThan(60);
        expect(aDay).toBeLessThan(250);
        expect(tips).toBeLessThan(gross / 1.5);
        for (const { pay, miles, count } of rows) {
          expect(count).toBeGreaterThan(0);
          expect(pay / count).toBeGreaterThanOrEqual(275);
          expect(miles / count).toBeGreaterThanOrEqual(160);
        }
      }
    }
  });

  test("earnings are higher at the end of the week", () => {
    const byWeekday = Array.from({ length: 7 }, () => 0);
    for (let driver = 0; driver < 50; driver++) {
      for (const { date, pay } of sandboxEarnings(`drv_${driver}`, "uber", until("2026-11-21"))) {
        const weekday = new Date(date).getUTCDay();
        byWeekday[weekday] = (byWeekday[weekday] ?? 0) + pay;
      }
    }
    const [, , tuesday = 0, , , friday = 0, saturday = 0] = byWeekday;
    expect(friday).toBeGreaterThan(1.5 * tuesday);
    expect(saturday).toBeGreaterThan(1.5 * tuesday);
  });

  test("a stored month takes at most 1.5 KB", () => {
    const kept = monthsOf("uber", sandboxEarnings("drv_1", "uber", until("2026-11-21")));
    expect(kept.map(({ month }) => month)).toEqual(["2026-08", "2026-09", "2026-10", "2026-11"]);
    for (const month of kept) {
      expect(EarningsMonth.safeParse(month).success).toBe(true);
      expect(JSON.stringify(month).length).toBeLessThan(2_000);
    }
  });
});
