import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let admitToService: typeof import("../../shared/store/table/service-limit.ts").admitToService;
let shardsOf: typeof import("../../shared/store/table/service-limit.ts").shardsOf;

beforeAll(async () => {
  engine = await startEngine();
  ({ admitToService, shardsOf } = await import("../../shared/store/table/service-limit.ts"));
});
afterAll(() => engine.stop());

let names = 0;
const freshName = () => `service-${++names}`;
/** In the future: an engine deletes expired items by its own clock. */
const START = Date.parse("2126-11-21T00:00:00Z");
const MINUTE_MS = 60_000;

test("no minute accepts more than the limit, a refusal lasts until its instant, and one shard is exact", async () => {
  const bursts = fc.array(
    fc.record({ gap: fc.integer({ min: 0, max: 40_000 }), calls: fc.integer({ min: 1, max: 30 }) }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 7, 60, 61, 70, 121), bursts, async (perMinute, all) => {
      const shards = shardsOf(freshName(), { count: perMinute, seconds: 60 });
      const accepted: number[] = [];
      let now = START;
      for (const { gap, calls } of all) {
        now += gap;
        for (let i = 0; i < calls; i++) {
          const within = accepted.filter((instant) => instant > now - MINUTE_MS);
          const limited = await admitToService(shards, new Date(now));
          if (limited) {
            expect(limited.until).toBeGreaterThan(now);
            expect(limited.until).toBeLessThanOrEqual(now + MINUTE_MS);
            // One full shard is the least that can refuse.
            expect(within.length).toBeGreaterThanOrEqual(
              Math.min(...shards.map(({ windows }) => windows[0]?.count ?? 0)),
            );
          } else accepted.push(now);
          if (perMinute <= 60) expect(limited !== undefined).toBe(within.length >= perMinute);
          expect(within.length + (limited ? 0 : 1)).toBeLessThanOrEqual(perMinute);
        }
      }
    }),
    { numRuns: 25 },
  );
});

test("of 90 parallel calls, exactly the limit is accepted by one shard, and at most the limit by two", async () => {
  const accepted = async (perMinute: number) => {
    const shards = shardsOf(freshName(), { count: perMinute, seconds: 60 });
    const now = new Date(START);
    const all = await Promise.all(Array.from({ length: 90 }, () => admitToService(shards, now)));
    return all.filter((limited) => limited === undefined).length;
  };
  expect(await accepted(40)).toBe(40);
  expect(await accepted(70)).toBe(70);
});
