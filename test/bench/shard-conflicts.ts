import { atMost, printTable } from "./print-table.ts";

/** The pauses and attempts are those of `shared/store/table/table.ts`, and the shards those of `counts.ts`. */
const HOLD_MS = 12;
const ATTEMPTS = 6;
const PAUSE_MS = 25;
/** Of the first part, and of each further one. */
const [FIRST_SHARDS, FURTHER_SHARDS] = [16, 11];
/** Of a partition, in a second. A payout's item takes two in each attempt to create or settle it. */
const UNITS = 1_000;
const UNITS_OF_ATTEMPT = 2;

type Attempt = { at: number; shard: number; part: number; nth: number };

/** Random numbers that are the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The attempts in the order of time: one list for each millisecond. */
function agenda() {
  const lists = new Map<number, Attempt[]>();
  return {
    add: (one: Attempt) => {
      const ms = Math.floor(one.at);
      lists.set(ms, [...(lists.get(ms) ?? []), one]);
    },
    at: (ms: number) => {
      const due = (lists.get(ms) ?? []).sort((a, b) => a.at - b.at);
      lists.delete(ms);
      return due;
    },
  };
}

function simulate(perSecond: number, parts: number, minutes: number) {
  const random = randomOf(7);
  const list = agenda();
  const end = minutes * 60_000;
  const begin = (at: number) => {
    const part = Math.floor(random() * parts);
    const shards = part === 0 ? FIRST_SHARDS : FURTHER_SHARDS;
    list.add({ at, part, shard: part * FIRST_SHARDS + Math.floor(random() * shards), nth: 0 });
  };
  // A payout is created, and settled a minute later: two streams of transactions.
  for (let at = 0; at < end; at += -Math.log(1 - random()) * (1_000 / (2 * perSecond))) begin(at);
  const heldUntil = new Float64Array(parts * FIRST_SHARDS);
  const buckets = Array.from({ length: parts }, () => ({ left: UNITS, at: 0 }));
  const counts = { begun: 0, conflicts: 0, throttled: 0, refused: 0 };
  for (let ms = 0; ms < end + 10_000; ms++)
    for (const one of list.at(ms)) {
      const bucket = buckets[one.part] as { left: number; at: number };
      bucket.left = Math.min(UNITS, bucket.left + ((one.at - bucket.at) * UNITS) / 1_000);
      bucket.at = one.at;
      if (one.nth === 0) counts.begun++;
      const isThrottled = bucket.left < UNITS_OF_ATTEMPT;
      if (!isThrottled) bucket.left -= UNITS_OF_ATTEMPT;
      const isHeld = (heldUntil[one.shard] ?? 0) > one.at;
      if (!isThrottled && !isHeld) {
        heldUntil[one.shard] = one.at + HOLD_MS;
        continue;
      }
      if (one.nth === 0) counts[isThrottled ? "throttled" : "conflicts"]++;
      if (one.nth + 1 === ATTEMPTS) counts.refused++;
      else
        list.add({
          ...one,
          nth: one.nth + 1,
          at: one.at + HOLD_MS + random() * PAUSE_MS * 2 ** one.nth,
        });
    }
  return counts;
}

const LOADS = [
  [75, 1],
  [100, 1],
  [150, 1],
  [200, 1],
  [200, 2],
  [500, 4],
  [1_000, 8],
  [1_200, 8],
] as const;

/**
 * Simulates minutes of payouts of one account, in virtual time. A transaction holds its shard of the counts for
 * 12 ms, and cancels any that meets it. All attempts take units of their part.
 */
export function reportShardConflicts(minutes = 1): void {
  const rows = LOADS.map(([perSecond, parts]) => {
    const { begun, conflicts, throttled, refused } = simulate(perSecond, parts, minutes);
    const percent = (count: number) => `${((100 * count) / begun).toFixed(3)} %`;
    const isGoal = perSecond === 1_000;
    return [
      perSecond,
      parts,
      percent(conflicts),
      percent(throttled),
      percent(refused),
      isGoal
        ? atMost("% of 1,000 payouts/s of one account that are refused", (100 * refused) / begun, 0.1)
        : "",
    ];
  });
  printTable(
    "One account's payouts, simulated",
    ["payouts/s", "parts", "met another", "throttled", "refused", ""],
    rows,
  );
}
