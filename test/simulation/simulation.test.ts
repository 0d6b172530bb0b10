import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { prepared } from "../support/process/prepared.ts";
import { knobsOf } from "./knobs.ts";

await prepared("together");
const ONE = join(import.meta.dirname, "one.ts");
const SMALL = { companies: 1, people: 2, hours: 0.1, pauseMs: 15_000, restHours: 0.5 };

const ran = async (seed: number) => {
  const how = JSON.stringify({ seed, ...SMALL });
  const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", ONE, how]);
  const { violation, hash, calls } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
  return { violation, hash, calls };
};

test("three seeds keep every promise, and one is the same in another process", async () => {
  const [again, ...each] = await Promise.all([1, 1, 2, 3].map(ran));
  for (const { violation, calls } of each) {
    expect(violation).toBeUndefined();
    expect(calls).toBeGreaterThan(500);
  }
  expect(again).toEqual(each[0]);
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
