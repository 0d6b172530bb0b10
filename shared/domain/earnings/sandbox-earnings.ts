import { daysFrom, plusDays, weekdayOf } from "../time/day.ts";
import { activityOf, type DailyEarnings } from "./earnings.ts";
import type { EarningsSource } from "./earnings-source.ts";
import type { Period } from "./period.ts";
import { sandboxPlatforms } from "./sandbox-platforms.ts";

export const sandboxSource: EarningsSource = {
  platforms: sandboxPlatforms,
  earnings: async (driverId, platform, period) => sandboxEarnings(driverId, platform, period),
};

/** Days off have no row. Driver, platform and day decide the figures, so a later sync has the same. */
export function sandboxEarnings(driverId: string, platform: string, { from, to }: Period): DailyEarnings[] {
  const diligence = numbersFrom(`${driverId} ${platform}`).between(-15, 15);
  return Array.from({ length: daysFrom(from, to) }, (_, i) => plusDays(from, i)).flatMap((date) =>
    workday(date, diligence, platform, numbersFrom(`${driverId} ${platform} ${date}`)),
  );
}

/** Ranges for a job (cents, hundredths of miles), for the jobs of a day, and the percentage with a tip. */
type Job = { pay: Span; tip: Span; miles: Span; jobs: Span; tipped: number };
type Span = readonly [least: number, most: number];

const JOBS: Record<ReturnType<typeof activityOf>, Job> = {
  trips: { pay: [620, 1_680], tip: [200, 700], miles: [290, 1_140], jobs: [6, 15], tipped: 28 },
  batches: { pay: [800, 2_100], tip: [400, 1_900], miles: [380, 1_250], jobs: [3, 7], tipped: 86 },
  deliveries: { pay: [275, 790], tip: [200, 900], miles: [160, 620], jobs: [7, 17], tipped: 82 },
};

const WEEK: readonly { working: number; busy: number }[] = [
  { working: 66, busy: 110 },
  { working: 52, busy: 85 },
  { working: 48, busy: 82 },
  { working: 56, busy: 88 },
  { working: 64, busy: 95 },
  { working: 85, busy: 125 },
  { working: 82, busy: 130 },
];

function workday(date: string, diligence: number, platform: string, numbers: Numbers): DailyEarnings[] {
  const { working = 0, busy = 100 } = WEEK[weekdayOf(date)] ?? {};
  if (numbers.between(1, 100) > working + diligence) return [];
  const job = JOBS[activityOf(platform)];
  const count = Math.max(1, Math.round((numbers.between(...job.jobs) * busy) / 100));
  const day = { date, pay: 0, tips: 0, miles: 0, count };
  for (let i = 0; i < count; i++) {
    day.pay += numbers.between(...job.pay);
    day.miles += numbers.between(...job.miles);
    if (numbers.between(1, 100) <= job.tipped) day.tips += numbers.between(...job.tip);
  }
  return [day];
}

type Numbers = { between(least: number, most: number): number };

/** Deterministic numbers: the FNV-1a hash of a text seeds mulberry32. They look random and are not secret. */
function numbersFrom(seed: string): Numbers {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { between: (least, most) => least + (next() % (most - least + 1)) };
}
