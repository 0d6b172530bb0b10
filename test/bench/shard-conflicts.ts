import { seededRandom } from "../../infra/local/base/seeded-random.ts";
import { atMost, printTable } from "./print-table.ts";

/** The pauses and attempts of `shared/store/table/table.ts`, and the shards of `counts.ts`. */
const [ATTEMPTS, PAUSE_MS, FIRST_SHARDS, FURTHER_SHARDS] = [6, 25, 16, 11];
const HOLD_MS = 12;
/** Of a partition, in a second. Each attempt to create or settle a payout takes two. */
const [UNITS, UNITS_OF_ATTEMPT] = [1_000, 2];
const ONE_PART = [75, 100, 150, 175, 200].map((perSecond) => [perSecond, 1] as const);
const LOADS = [...ONE_PART, [200, 2], [500, 4], [1_000, 8], [1_200, 8]] as const;

type Attempt = { at: number; shard: number; part: number; nth: number };

function simulate(perSecond: number, parts: number, endMs: number) {
  const random = seededRandom(7);
  const agenda = new Map<number, Attempt[]>();
  const add = (one: Attempt) => {
    const ms = Math.floor(one.at);
    agenda.set(ms, [...(agenda.get(ms) ?? []), one]);
  };
  // A payout is created, and settled later: two streams of transactions.
  for (let at = 0; at < endMs; at += -Math.log(1 - random()) * (500 / perSecond)) {
    const part = Math.floor(random() * parts);
    const shard = Math.floor(random() * (part === 0 ? FIRST_SHARDS : FURTHER_SHARDS));
    add({ at, part, shard: part * FIRST_SHARDS + shard, nth: 0 });
  }
  const heldUntil = new Float64Array(parts * FIRST_SHARDS);
  const buckets = Array.from({ length: parts }, () => ({ left: UNITS, at: 0 }));
  const counts = { begun: 0, conflicts: 0, throttled: 0, refused: 0 };
  const attempt = (one: Attempt) => {
    const bucket = buckets[one.part] ?? { left: 0, at: 0 };
    bucket.left = Math.min(UNITS, bucket.left + ((one.at - bucket.at) * UNITS) / 1_000);
    bucket.at = one.at;
    const isThrottled = bucket.left < UNITS_OF_ATTEMPT;
    const isHeld = (heldUntil[one.shard] ?? 0) > one.at;
    // A cancelled transaction consumes its units too.
    if (!isThrottled) bucket.left -= UNITS_OF_ATTEMPT;
    if (one.nth === 0) counts.begun++;
    if (!isThrottled && !isHeld) return void heldUntil.fill(one.at + HOLD_MS, one.shard, one.shard + 1);
    if (one.nth === 0) counts[isThrottled ? "throttled" : "conflicts"]++;
    if (one.nth + 1 === ATTEMPTS) return void counts.refused++;
    add({ ...one, nth: one.nth + 1, at: one.at + HOLD_MS + random() * PAUSE_MS * 2 ** one.nth });
  };
  for (let ms = 0; ms < endMs + 10_000; ms++) {
    for (const one of (agenda.get(ms) ?? []).sort((a, b) => a.at - b.at)) attempt(one);
    agenda.delete(ms);
  }
  return counts;
}

/** A transaction holds its shard of the counts, and one that meets it is cancelled. Times are virtual. */
export function reportShardConflicts(minutes = 1): void {
  const rows = LOADS.map(([perSecond, parts]) => {
    const { begun, conflicts, throttled, refused } = simulate(perSecond, parts, minutes * 60_000);
    const percent = (count: number) => `${((100 * count) / begun).toFixed(3)} %`;
    const goal = "% of 1,000 payouts/s of one account that are refused";
    const met = perSecond === 1_000 ? atMost(goal, (100 * refused) / begun, 0.1) : "";
    return [perSecond, parts, percent(conflicts), percent(throttled), percent(refused), met];
  });
  const columns = ["payouts/s", "parts", "met another", "throttled", "refused", ""];
  printTable("One account's payouts, simulated", columns, rows);
}
