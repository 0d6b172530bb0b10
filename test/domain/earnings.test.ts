import { expect, test } from "@jest/globals";
import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import {
  activityOf,
  type EarningsMonth,
  earnedIn,
  monthsOf,
  summariseEarnings,
} from "../../shared/domain/earnings/earnings.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";

const until = (lastDay: string) => openPeriod(undefined, new Date(lastDay));

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

test.each([
  ["with tips", true, [24_500, 5_500], [13_500, 4_500], [11_000, 1_000], [18_500, 3_500], [6_000, 2_000]],
  [
    "without tips, which every sum excludes",
    false,
    [19_000, 0],
    [9_000, 0],
    [10_000, 0],
    [15_000, 0],
    [4_000, 0],
  ],
] as const)(
  "a summary adds up the period's days by gig platform and by day, in order, %s",
  (_, includeTips, total, doordash, uber, first, second) => {
    const sums = ([earnings, tips]: readonly [number, number]) => ({ earnings, tips });
    expect(summariseEarnings(months, { period: NOVEMBER, includeTips })).toEqual({
      total_earnings: total[0],
      total_tips: total[1],
      total_miles: 70.6,
      platforms: { doordash: { ...sums(doordash), deliveries: 20 }, uber: { ...sums(uber), trips: 8 } },
      daily_breakdown: [
        { date: "2026-11-01", ...sums(first), miles: 60.4 },
        { date: "2026-11-02", ...sums(second), miles: 10.2 },
      ],
    });
  },
);

test("a summary of one gig platform excludes the others", () => {
  expect(summariseEarnings(months, { period: NOVEMBER, platform: "uber", includeTips: true })).toMatchObject({
    total_earnings: 11_000,
    platforms: { uber: { earnings: 11_000, tips: 1_000, trips: 8 } },
    daily_breakdown: [{ date: "2026-11-01", earnings: 11_000 }],
  });
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
