import { expect, test } from "@jest/globals";
import { prepared } from "../support/process/prepared.ts";
import { knobsOf } from "./knobs.ts";
import { ranOne } from "./one-process.ts";

await prepared("together");
const SMALL = { companies: 1, people: 2, hours: 0.1, pauseMs: 15_000, restHours: 0.5 };

test("three seeds keep every promise, and one is the same in another process", async () => {
  const run = (seed: number) => ranOne({ seed, ...SMALL });
  const twice = await Promise.all([1, 1].map(run));
  const [again, ...each] = [...twice, ...(await Promise.all([2, 3].map(run)))];
  for (const { violation, calls } of each) {
    expect(violation).toBeUndefined();
    expect(calls).toBeGreaterThan(500);
  }
  expect(again?.hash).toBe(each[0]?.hash);
  expect(new Set(each.map(({ hash }) => hash)).size).toBe(3);
});

test("seeds differ in everything that they decide", () => {
  const all = Array.from({ length: 300 }, (_, seed) => knobsOf(seed));
  const kinds = new Set(all.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(["conflict", "delay", "error", "lost-answer", "throttle"]);
  for (const name of ["start", "companies", "people", "bad"] as const)
    expect(new Set(all.map((knobs) => knobs[name])).size).toBeGreaterThan(2);
  expect(all.filter(({ faults, crash }) => faults.length === 0 && crash === 0).length).toBeGreaterThan(60);
});
