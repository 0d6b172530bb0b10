import { expect, test } from "@jest/globals";
import { prepared } from "../support/process/prepared.ts";
import { knobsOf } from "./knobs.ts";
import { ranOne } from "./one-process.ts";

await prepared("together");
/** Two companies have drivers with the same mailboxes. CI runs other seeds for a minute of CPU time. */
const SMALL = { hours: 0.1, pauseMs: 15_000, restHours: 0.5, companies: 2, people: 1, dryFirst: 1 };

test("a seed keeps every promise", async () => {
  const { violation, calls, dryRuns, acts = {} } = await ranOne({ seed: 3, ...SMALL });
  expect(violation).toBeUndefined();
  expect(calls).toBeGreaterThan(500);
  expect(dryRuns).toBeGreaterThan(10);
  expect(acts).toMatchObject({
    "event driver.created": expect.any(Number),
    "entry payout_created": expect.any(Number),
  });
});

test("seeds differ in everything that they decide", () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => knobsOf(seed));
  const kinds = new Set(seeds.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(["conflict", "delay", "error", "lost-answer", "throttle"]);
  for (const name of ["start", "companies", "people", "bad"] as const)
    expect(new Set(seeds.map((knobs) => knobs[name])).size).toBeGreaterThan(2);
  expect(seeds.filter(({ faults, crash }) => faults.length === 0 && crash === 0).length).toBeGreaterThan(60);
});
