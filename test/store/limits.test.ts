import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Window } from "../../shared/domain/limit/window.ts";
import { store } from "./store.ts";

const { admit, giveBack } = store;

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
    { numRuns: 30 },
  );
});

test("after places were given back, the limiter decides as if they had never been taken", async () => {
  const requests = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 15_000 }), back: fc.boolean() }), {
    maxLength: 40,
  });
  const windows = [
    { count: 3, seconds: 10 },
    { count: 6, seconds: 60 },
  ];
  await fc.assert(
    fc.asyncProperty(requests, async (asks) => {
      const source = freshSource();
      const kept: number[] = [];
      let now = Date.parse("2126-11-21T00:00:00Z");
      for (const { gap, back } of asks) {
        now += gap;
        const isFull = windows.some(
          ({ count, seconds }) => kept.filter((at) => at > now - seconds * 1000).length >= count,
        );
        const limited = await admit("op", source, windows, new Date(now));
        expect(limited !== undefined).toBe(isFull);
        if (limited) continue;
        if (back) await giveBack("op", source, windows, new Date(now));
        else kept.push(now);
      }
    }),
    { numRuns: 20 },
  );
});

test("a place stays taken when a later request of its source was accepted", async () => {
  const windows = [{ count: 2, seconds: 60 }];
  const source = freshSource();
  const first = new Date("2126-11-21T00:00:00Z");
  const second = new Date("2126-11-21T00:00:01Z");
  for (const at of [first, second]) expect(await admit("op", source, windows, at)).toBeUndefined();
  await giveBack("op", source, windows, first);
  expect(await admit("op", source, windows, second)).toBeDefined();
});
