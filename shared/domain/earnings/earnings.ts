import * as z from "zod/mini";
import { monthOf } from "../time/day.ts";
import { PlatformSlug } from "../text/text.ts";
import { includes, type Period } from "./period.ts";

/** A day's earnings on one gig platform: cents without tips, cents of tips, hundredths of miles, jobs. */
const Figures = { pay: z.int(), tips: z.int(), miles: z.int(), count: z.int() };

export const DailyEarnings = z.object({ date: z.string(), ...Figures });
export type DailyEarnings = z.infer<typeof DailyEarnings>;

/** A month on one gig platform, as one small item: a query reads a year of two platforms. */
export const EarningsMonth = z.object({
  platform: PlatformSlug,
  month: z.string(),
  days: z.array(z.object({ day: z.int(), ...Figures })),
});
export type EarningsMonth = z.infer<typeof EarningsMonth>;

const ACTIVITIES: Record<string, "trips" | "batches"> = {
  uber: "trips",
  lyft: "trips",
  instacart: "batches",
};

/** The gig platform's word for a job. */
export const activityOf = (platform: string): "trips" | "batches" | "deliveries" =>
  Object.hasOwn(ACTIVITIES, platform) ? (ACTIVITIES[platform] ?? "deliveries") : "deliveries";

export function monthsOf(platform: string, rows: readonly DailyEarnings[]): EarningsMonth[] {
  const byMonth = Map.groupBy(rows, ({ date }) => monthOf(date));
  return [...byMonth].map(([month, inMonth]) => ({
    platform,
    month,
    days: inMonth.map(({ date, ...figures }) => ({ day: Number(date.slice(8)), ...figures })),
  }));
}

/** The period of a reading that is older than the stored days. It contains no day. */
export const NO_DAYS: Period = { from: "9999-12-31", to: "0001-01-01" };

/** The result of a sync: the months to store, the cents to add to the driver's sum, and the changed days. */
type Sync = { months: EarningsMonth[]; added: number; changed: string[] };

/** Days that were read replace the stored ones, but for those through `final`. An omitted day has no work. */
export function mergeEarnings(
  platform: string,
  kept: readonly EarningsMonth[],
  read: { period: Period; rows: readonly DailyEarnings[] },
  final = "",
): Sync {
  const before = kept.filter((month) => month.platform === platform);
  const stored = new Map(rowsOfMonths(before).map(({ platform: _, ...row }) => [row.date, row]));
  const isOpen = (date: string) => date > final && includes(read.period, date);
  const after = new Map([
    ...[...stored].filter(([date]) => !isOpen(date)),
    ...read.rows.filter(({ date }) => date > final).map((row) => [row.date, row] as const),
  ]);
  const changed = [...new Set([...stored.keys(), ...after.keys()])]
    .filter((date) => figuresOf(stored.get(date)) !== figuresOf(after.get(date)))
    .sort();
  const now = monthsOf(
    platform,
    [...after.values()].sort((earlier, other) => (earlier.date < other.date ? -1 : 1)),
  );
  const months = [...new Set(changed.map(monthOf))].map(
    (month) => now.find((each) => each.month === month) ?? { platform, month, days: [] },
  );
  const replaced = before.filter(({ month }) => months.some((each) => each.month === month));
  return { months, added: grossOf(months) - grossOf(replaced), changed };
}

const figuresOf = (row: DailyEarnings | undefined): string =>
  row ? [row.pay, row.tips, row.miles, row.count].join() : "";

const grossOf = (months: readonly EarningsMonth[]): number =>
  months.flatMap(({ days }) => days).reduce((sum, { pay, tips }) => sum + pay + tips, 0);

type Selection = { period: Period; platform?: string | undefined; includeTips: boolean };

/** Without tips, every tip counts and shows as 0. */
export function summariseEarnings(months: readonly EarningsMonth[], selection: Selection) {
  const rows = rowsOf(months, selection);
  const { earnings, tips, miles } = sum(rows);
  return {
    total_earnings: earnings,
    total_tips: tips,
    total_miles: miles,
    platforms: Object.fromEntries(
      [...Map.groupBy(rows, ({ platform }) => platform)].sort(byKey).map(([platform, its]) => {
        const { earnings, tips, count } = sum(its);
        return [platform, { earnings, tips, [activityOf(platform)]: count }];
      }),
    ),
    daily_breakdown: [...Map.groupBy(rows, ({ date }) => date)].sort(byKey).map(([date, its]) => {
      const { earnings, tips, miles } = sum(its);
      return { date, earnings, tips, miles };
    }),
  };
}

/** Cents of earnings, in which the tips are included. `jobs`: trips, batches or deliveries. */
export type EarningsRow = { platform: string; earnings: number; tips: number; miles: number; jobs: number };

/** A period's sums on each gig platform that has some, or on one. */
export const earningsRows = (
  months: readonly EarningsMonth[],
  selection: { period: Period; platform?: string | undefined },
): EarningsRow[] =>
  [...Map.groupBy(rowsOf(months, { ...selection, includeTips: true }), ({ platform }) => platform)]
    .sort(byKey)
    .map(([platform, its]) => {
      const { count: jobs, ...sums } = sum(its);
      return { platform, ...sums, jobs };
    });

export function earnedIn(months: readonly EarningsMonth[], period: Period): { gross: number; tips: number } {
  const { earnings, tips } = sum(rowsOf(months, { period, includeTips: true }));
  return { gross: earnings, tips };
}

type Row = DailyEarnings & { platform: string };

const rowsOf = (months: readonly EarningsMonth[], { period, platform, includeTips }: Selection): Row[] =>
  rowsOfMonths(months.filter((month) => platform === undefined || month.platform === platform))
    .map((row) => ({ ...row, tips: includeTips ? row.tips : 0 }))
    .filter(({ date }) => includes(period, date));

const rowsOfMonths = (months: readonly EarningsMonth[]): Row[] =>
  months.flatMap(({ platform, month, days }) =>
    days.map(({ day, ...figures }) => ({
      ...figures,
      platform,
      date: `${month}-${String(day).padStart(2, "0")}`,
    })),
  );

/** Adds miles as hundredths and divides once, so that floating-point errors do not accumulate. */
function sum(rows: readonly Row[]) {
  const total = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    earnings: total(({ pay, tips }) => pay + tips),
    tips: total(({ tips }) => tips),
    miles: total(({ miles }) => miles) / 100,
    count: total(({ count }) => count),
  };
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
