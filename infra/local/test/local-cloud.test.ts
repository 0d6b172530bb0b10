import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { matches, unknownAlternative } from "../event-sources/filter-pattern.ts";
import { Memory } from "../lambda/memory.ts";
import { keepClock, openClock, virtualAt } from "../time/clock.ts";
import { inFolder } from "./support/in-folder.ts";
import { templateOf } from "./support/template-of.ts";

test("with a new folder and a scale of 1, the virtual clock equals the real one", () =>
  inFolder((dir) => {
    const clock = openClock(dir, 1);
    expect(virtualAt(clock, clock.real + 12_345)).toBe(clock.real + 12_345);
  }));

test("after any changes of scale, the virtual clock continues and never runs backwards", () =>
  inFolder((dir) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, 2, 60, 3600), { maxLength: 6 }), (scales) => {
        let last = 0;
        for (const scale of scales) {
          const now = virtualAt(openClock(dir, scale), Date.now());
          expect(now).toBeGreaterThanOrEqual(last);
          last = now;
        }
      }),
      { numRuns: 20 },
    );
  }));

describe("the virtual clock of a used folder", () => {
  const HOUR = 3_600_000;
  /** Writes what a run of 10 s at `scale` stores. It ended `ago`. A killed run leaves a rest of its lease. */
  const left = (dir: string, scale: number, ago: number, lease = 0) => {
    const ended = Date.now() - ago;
    const kept = { real: ended - 10_000, virtual: ended - 10_000, scale, until: ended + lease };
    writeFileSync(join(dir, "clock.json"), JSON.stringify(kept));
    return { virtualEnd: ended - 10_000 + 10_000 * scale };
  };

  test("an hour of standstill counts as one hour, even at a scale of 60", () =>
    inFolder((dir) => {
      const { virtualEnd } = left(dir, 60, HOUR);
      const passed = openClock(dir, 60).virtual - virtualEnd;
      expect(passed).toBeGreaterThanOrEqual(HOUR);
      expect(passed).toBeLessThan(HOUR + 5_000);
    }));

  test("if it never ran faster, it equals the real clock", () =>
    inFolder((dir) => {
      left(dir, 1, HOUR);
      const { real, virtual } = openClock(dir, 1);
      expect(virtual).toBe(real);
    }));

  test("after a kill, it is not before any time that it may have shown", () =>
    inFolder((dir) => {
      const { virtualEnd } = left(dir, 60, 1_500, 2_000);
      expect(openClock(dir, 1).virtual).toBeGreaterThanOrEqual(virtualEnd + 1_500 * 60);
    }));

  test("it stores its progress ahead of time, and exactly when it is stopped", () =>
    inFolder((dir) => {
      const kept = keepClock(dir, openClock(dir, 60), () => {});
      const until = () => JSON.parse(readFileSync(join(dir, "clock.json"), "utf8")).until;
      expect(until()).toBeGreaterThan(Date.now() + 1_000);
      kept.stop();
      expect(until()).toBeLessThanOrEqual(Date.now());
    }));
});

const pattern = { eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [{ prefix: "OUTBOX#" }] } } } };
const record = (eventName: string, pk: string) => ({ eventName, dynamodb: { Keys: { pk: { S: pk } } } });

test("an event must match every part of the pattern", () => {
  expect(matches(pattern, record("INSERT", "OUTBOX#1"))).toBe(true);
  expect(matches(pattern, record("MODIFY", "OUTBOX#1"))).toBe(false);
  expect(matches(pattern, record("INSERT", "SIGNUP#OUTBOX#"))).toBe(false);
  expect(matches(pattern, {})).toBe(false);
});

test("the first alternative of an unknown kind is found at any depth", () => {
  const unknown = { numeric: [">", 1] };
  expect(unknownAlternative({ ...pattern, a: { b: ["x", 1, null, unknown] } } as never)).toEqual(unknown);
  expect(unknownAlternative({ a: [{ prefix: { "equals-ignore-case": "x" } }] } as never)).toBeDefined();
  expect(unknownAlternative({ ...pattern, b: [{ exists: false }] })).toBeUndefined();
});

test("a dynamic reference to a secret fails the start", () => {
  const secret = "{{resolve:secretsmanager:words:SecretString:::}}";
  const stack = templateOf({ Role: { Type: "AWS::IAM::Role", Properties: { A: secret } } });
  expect(() => stack.resource("Role")).toThrow(/does not resolve .*at runtime/);
});

test("a reference to an attribute that no engine provides fails the start", () => {
  const stack = templateOf({ Role: { Type: "AWS::IAM::Role", Properties: { A: { Ref: "Nowhere" } } } });
  expect(() => stack.resource("Role")).toThrow(/Nowhere.ref/);
});

describe("of the idle environments", () => {
  const [first, second, third] = ["first", "second", "third"].map((name) => ({ name })) as [Env, Env, Env];
  const keptBy = (memory: Memory) => {
    const ended: string[] = [];
    const rest = (environment: Env) =>
      memory.idle(environment, () => {
        ended.push(environment.name);
        memory.busy(environment);
      });
    return { ended, rest };
  };

  test("beyond the limit, the one that has been idle longest ends, and no busy one does", () => {
    const memory = new Memory(2);
    const { ended, rest } = keptBy(memory);
    rest(first);
    rest(second);
    memory.busy(first);
    rest(third);
    expect(ended).toEqual([]);
    rest(first);
    expect(ended).toEqual(["second"]);
    memory.busy(third);
    rest(second);
    expect(ended).toEqual(["second"]);
  });

  test("of a large process a few stay, but as many as usual while the clock skips", () => {
    const memory = new Memory(undefined, { largeMb: 0, few: 1, pauseMs: 0, idleMs: 0 });
    const { ended, rest } = keptBy(memory);
    memory.isSkipping = true;
    for (const environment of [first, second, third]) rest(environment);
    expect(ended).toEqual([]);
    memory.isSkipping = false;
    memory.busy(third);
    rest(third);
    expect(ended).toEqual(["first", "second"]);
    memory.stop();
  });
});

type Env = { name: string };
