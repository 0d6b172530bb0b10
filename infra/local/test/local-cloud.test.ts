import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { engineBinary } from "../dynamodb/dynamodb-engine.ts";
import { matches } from "../dynamodb/filter-pattern.ts";
import { StartupFailure } from "../failure.ts";
import { Memory } from "../lambda/memory.ts";
import { Template } from "../template.ts";
import { keepClock, openClock, virtualAt } from "../timers/clock.ts";

function inFolder<T>(act: (dir: string) => T): T {
  const dir = mkdtempSync(join(tmpdir(), "local-"));
  try {
    return act(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

describe("the virtual clock", () => {
  test("is the wall's in a new folder at the usual pace", () =>
    inFolder((dir) => {
      const clock = openClock(dir, 1);
      expect(virtualAt(clock, clock.real + 12_345)).toBe(clock.real + 12_345);
    }));

  test("goes on from where it was, at the same pace or another, and never back", () =>
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
});

describe("the virtual clock of a folder that was used before", () => {
  const HOUR = 3_600_000;
  /** As a run of 10 s at `scale` leaves it, that ended `ago`; killed, it leaves a lease that nobody used up. */
  const left = (dir: string, scale: number, ago: number, lease = 0) => {
    const ended = Date.now() - ago;
    const kept = { real: ended - 10_000, virtual: ended - 10_000, scale, until: ended + lease };
    writeFileSync(join(dir, "clock.json"), JSON.stringify(kept));
    return { virtualEnd: ended - 10_000 + 10_000 * scale };
  };

  test("has gone on at the wall's pace meanwhile: an hour is no 60 hours", () =>
    inFolder((dir) => {
      const { virtualEnd } = left(dir, 60, HOUR);
      const passed = openClock(dir, 60).virtual - virtualEnd;
      expect(passed).toBeGreaterThanOrEqual(HOUR);
      expect(passed).toBeLessThan(HOUR + 5_000);
    }));

  test("is where the wall's is, if it never ran faster", () =>
    inFolder((dir) => {
      left(dir, 1, HOUR);
      const { real, virtual } = openClock(dir, 1);
      expect(virtual).toBe(real);
    }));

  test("is not before anything it can have said until it was killed", () =>
    inFolder((dir) => {
      const { virtualEnd } = left(dir, 60, 1_500, 2_000);
      expect(openClock(dir, 1).virtual).toBeGreaterThanOrEqual(virtualEnd + 1_500 * 60);
    }));

  test("keeps how far it has run, and exactly so when it is stopped", () =>
    inFolder((dir) => {
      const stop = keepClock(dir, openClock(dir, 60));
      const until = () => JSON.parse(readFileSync(join(dir, "clock.json"), "utf8")).until;
      expect(until()).toBeGreaterThan(Date.now() + 1_000);
      stop();
      expect(until()).toBeLessThanOrEqual(Date.now());
    }));
});

describe("an event source's filter", () => {
  const pattern = { eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [{ prefix: "OUTBOX#" }] } } } };
  const record = (eventName: string, pk: string) => ({ eventName, dynamodb: { Keys: { pk: { S: pk } } } });

  test("takes what fits every part of it, and nothing else", () => {
    expect(matches(pattern, record("INSERT", "OUTBOX#1"))).toBe(true);
    expect(matches(pattern, record("MODIFY", "OUTBOX#1"))).toBe(false);
    expect(matches(pattern, record("INSERT", "SIGNUP#OUTBOX#"))).toBe(false);
    expect(matches(pattern, {})).toBe(false);
  });

  test("of a kind we do not know is refused, not ignored", () => {
    expect(() => matches({ a: [{ "anything-but": "x" }] } as never, { a: "y" })).toThrow(/anything-but/);
  });
});

describe("a template", () => {
  const template = (resources: object) =>
    inFolder((dir) => {
      writeFileSync(join(dir, "Stack.template.json"), JSON.stringify({ Resources: resources }));
      return new Template(dir);
    });

  test("with a resource that nothing here runs fails the start: it must not go unnoticed", () => {
    expect(() => template({ Bucket: { Type: "AWS::S3::Bucket" } })).toThrow(/Bucket of type AWS::S3::Bucket/);
  });

  test("that asks for a secret's text while it is deployed fails the start", () => {
    const secret = "{{resolve:secretsmanager:words:SecretString:::}}";
    const stack = template({ Role: { Type: "AWS::IAM::Role", Properties: { A: secret } } });
    expect(() => stack.resource("Role")).toThrow(/does not resolve .*read it where it is used/);
  });

  test("has its references resolved to what the engines provide", () => {
    const stack = template({
      Letters: { Type: "AWS::SQS::Queue" },
      Role: {
        Type: "AWS::IAM::Role",
        Properties: {
          A: { "Fn::GetAtt": ["Letters", "Arn"] },
          B: { "Fn::Join": ["", ["x-", { Ref: "Letters" }, "-", { Ref: "AWS::Region" }]] },
          C: { "Fn::Sub": ["bucket-$", "{AWS::AccountId}"].join("") },
        },
      },
    });
    stack.provide("Letters", { ref: "http://queue", Arn: "arn:queue" });
    expect(stack.resource("Role").properties).toEqual({
      A: "arn:queue",
      B: "x-http://queue-us-east-1",
      C: "bucket-000000000000",
    });
  });

  test("that refers to what nothing provides fails the start", () => {
    const stack = template({ Role: { Type: "AWS::IAM::Role", Properties: { A: { Ref: "Nowhere" } } } });
    expect(() => stack.resource("Role")).toThrow(/Nowhere.ref/);
  });
});

test("a machine that the engine is not made for is told so in one line, with the way out", () => {
  expect(() => engineBinary("sunos", "sparc")).toThrow(
    /no database engine for sunos-sparc.*DYNAMODB_ENDPOINT/,
  );
  expect(() => engineBinary("sunos", "sparc")).toThrow(StartupFailure);
});

test("where there is no room for another environment, the one that is idle longest ends, and none at work", () => {
  const memory = new Memory(3);
  const ended: string[] = [];
  const [first, second, third] = ["first", "second", "third"].map((name) => ({ name }));
  const rest = (one = { name: "" }) =>
    memory.idle(one, () => {
      ended.push(one.name);
      memory.giveBack(one);
    });
  for (const one of [first, second, third]) {
    memory.take();
    rest(one);
  }
  memory.busy(first as object);
  memory.take();
  expect(ended).toEqual(["second"]);
  rest(first);
  memory.take();
  expect(ended).toEqual(["second", "third"]);
  memory.busy(first as object);
  memory.take();
  expect(ended).toEqual(["second", "third"]);
});
