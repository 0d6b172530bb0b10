import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Window } from "../../shared/domain/window.ts";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let admit: typeof import("../../shared/store/table/limits.ts").admit;

beforeAll(async () => {
  engine = await startEngine();
  // This process makes 200 calls at once. An environment of Lambda makes one.
  process.env.LIMITER_DEADLINE_MS = "10000";
  ({ admit } = await import("../../shared/store/table/limits.ts"));
  // Opens connections first: a machine busy with 200 calls opens them late.
  const now = new Date();
  await Promise.all(
    Array.from({ length: 50 }, () => admit("op", freshSource(), [{ count: 1, seconds: 1 }], now)),
  );
});
afterAll(() => engine.stop());

let sources = 0;
const freshSource = () => `source-${++sources}`;

/** The rule in plain code: a list of accepted instants, counted for each window. */
function plainLimiter(windows: readonly Window[]) {
  const accepted: number[] = [];
  return (now: number, places: number): number | undefined => {
    const waits = windows.flatMap(({ count, seconds }) => {
      const inside = accepted.filter((instant) => instant > now - seconds * 1000);
      const lastToLeave = inside.at(places - 1 - count);
      return inside.length + places > count && lastToLeave !== undefined
        ? [lastToLeave + seconds * 1000]
        : [];
    });
    if (waits.length > 0) return Math.max(...waits);
    accepted.push(...Array(places).fill(now));
    return undefined;
  };
}

describe("the limiter", () => {
  const calls = fc.record({
    windows: fc.constantFrom<Window[]>(
      [{ count: 3, seconds: 2 }],
      [{ count: 1, seconds: 1 }],
      [
        { count: 2, seconds: 1 },
        { count: 5, seconds: 10 },
      ],
      [
        { count: 10, seconds: 60 },
        { count: 50, seconds: 86_400 },
      ],
    ),
    requests: fc.array(
      fc.record({
        gap: fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: 0, max: 800 }) },
          fc.integer({ min: 0, max: 70_000 }),
        ),
        places: fc.integer({ min: 1, max: 2 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  });

  test("the limiter decides as a plain list of instants does, and returns the same retry instant", async () => {
    await fc.assert(
      fc.asyncProperty(calls, async ({ windows, requests }) => {
        const source = freshSource();
        const plain = plainLimiter(windows);
        // In the future: an engine deletes expired items by its own clock.
        let now = Date.parse("2126-11-21T00:00:00Z");
        const fewest = Math.min(...windows.map(({ count }) => count));
        for (const { gap, places } of requests) {
          now += gap;
          const taken = Math.min(places, fewest);
          const limited = await admit("op", source, windows, new Date(now), taken);
          const until = plain(now, taken);
          // A smaller request may pass after a larger one was refused, and lengthen its wait.
          if (taken === 1 || until === undefined) expect(limited?.until).toBe(until);
          else expect(limited?.until).toBeLessThanOrEqual(until);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("of 200 parallel calls, exactly the limit is accepted", async () => {
    const windows = [
      { count: 10, seconds: 60 },
      { count: 50, seconds: 86_400 },
    ];
    const source = freshSource();
    const now = new Date();
    const results = await Promise.all(Array.from({ length: 200 }, () => admit("op", source, windows, now)));
    expect(results.filter((limited) => limited === undefined)).toHaveLength(10);
  });

  test("sources and operations are counted separately", async () => {
    const windows = [{ count: 1, seconds: 60 }];
    const [source, now] = [freshSource(), new Date()];
    expect(await admit("op", source, windows, now)).toBeUndefined();
    expect(await admit("op", source, windows, now)).toBeDefined();
    expect(await admit("op", freshSource(), windows, now)).toBeUndefined();
    expect(await admit("other", source, windows, now)).toBeUndefined();
  });
});
