import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { seededRandom } from "../../base/seeded-random.ts";
import type { InvokableFunctions } from "../../base/ports.ts";
import type { Resource, Template } from "../../base/template.ts";
import { TimeMachine } from "../../control/time-machine.ts";
import { Concurrency } from "../../lambda/concurrency.ts";
import type { Iam } from "../../platform/iam.ts";
import { Agenda } from "../../time/agenda.ts";
import { installNow, openClock, skipTo, virtualNow } from "../../time/clock.ts";
import { Scheduler } from "../../timers/scheduler.ts";
import type { StepFunctions } from "../../timers/step-functions.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Soon the year ends, and with it a quarter. */
const START = Date.parse("2035-12-31T15:00:20Z");

const dir = mkdtempSync(join(tmpdir(), "idle-"));
const realNow = Date.now;
let now = realNow;
beforeAll(() => installNow(() => now()));
afterAll(() => {
  installNow(realNow);
  rmSync(dir, { recursive: true });
});

const schedule = (id: string, ScheduleExpression: string): Resource => ({
  id,
  type: "AWS::Scheduler::Schedule",
  properties: { ScheduleExpression, Target: { Arn: id, RoleArn: "role" } },
  metadata: {},
});
const template = {
  ofType: (type: string) =>
    [
      schedule("sweep", "rate(1 minute)"),
      schedule("work", "cron(0 0/4 * * ? *)"),
      schedule("year", "cron(30 6 1 JAN ? *)"),
    ].filter((resource) => resource.type === type),
} as unknown as Template;

type Item = { due: number; done?: string };

/**
 * Lets 24 hours pass in a world of items that fall due. A function runs each minute, and does the items that
 * are due. Items are added at random instants by others, and by a schedule each four hours.
 */
async function passed(seed: number, reply: (items: Item[]) => object | null) {
  const random = seededRandom(seed);
  const clock = openClock(mkdtempSync(join(dir, "clock-")), 1);
  skipTo(clock, START);
  now = () => virtualNow(clock);
  const agenda = new Agenda(clock);
  const items: Item[] = [];
  const tables = { count: 0 };
  const queues = { count: 0 };
  const runs: string[] = [];
  const add = (due: number) => {
    items.push({ due });
    // A queue that a function reads changes without a table.
    (items.length % 2 === 0 ? tables : queues).count++;
  };
  const functions = {
    has: () => true,
    invoke: async (name: string, event: string) => {
      const { time } = JSON.parse(event);
      runs.push(`${name} ${time}`);
      if (name !== "sweep") add(Date.parse(time) + 50 * MINUTE + 30_000);
      const due = name === "sweep" ? items.filter((item) => !item.done && item.due <= now()) : [];
      for (const item of due) item.done = time;
      if (due.length > 0) tables.count++;
      const payload = JSON.stringify(name === "sweep" ? reply(items) : null);
      await turn();
      // Added while the function runs, after it has read.
      if (runs.length === 1) add(START + 30 * MINUTE);
      return { ok: true, payload };
    },
  } as unknown as InvokableFunctions;
  const iam = { allows: async () => true } as unknown as Iam;
  const scheduler = new Scheduler({ functions, iam }, agenda, [tables, queues]);
  for (let i = 0; i < 12; i++) {
    const at = START + Math.floor(random() * 24 * 60) * MINUTE + 20_000;
    // Some are overdue when they are added, and some fall due after the end.
    const due = at + Math.floor((random() - 0.2) * 5 * 60) * MINUTE + 10_000;
    agenda.at(at, () => add(due));
  }
  scheduler.follow(template);
  const timeMachine = new TimeMachine({
    clock,
    agenda,
    scheduler,
    skipTo: (instant) => skipTo(clock, instant),
    invocations: new Concurrency(1),
    stepFunctions: { settle: async () => {} } as StepFunctions,
    works: () => [scheduler.underWay],
  });
  const { at_rest } = await timeMachine.advance(24 * HOUR);
  const next = scheduler.list().map((each) => each.next);
  agenda.stop();
  return { at_rest, items, runs, next };
}

const never = "2099-01-01T00:00:00Z";
const promise = (items: Item[]) => ({
  idle_until: new Date(
    Math.min(Date.parse(never), ...items.filter(({ done }) => !done).map(({ due }) => due)),
  ).toISOString(),
});
const sweeps = (runs: string[]) => runs.filter((run) => run.startsWith("sweep")).length;

test.each([1, 2, 3, 4, 5, 6])(
  "a span with promises ends with the same items as one in which each run happens, in world %i",
  async (seed) => {
    const whole = await passed(seed, () => null);
    const skipped = await passed(seed, promise);
    expect(skipped.items).toEqual(whole.items);
    expect(whole.items.filter(({ done }) => done).length).toBeGreaterThan(5);
    const others = (runs: string[]) => runs.filter((run) => !run.startsWith("sweep"));
    expect(others(skipped.runs)).toEqual(others(whole.runs));
    expect(others(whole.runs)).toContain("year 2036-01-01T06:30:00Z");
    expect(sweeps(whole.runs)).toBe(24 * 60);
    expect(sweeps(skipped.runs)).toBeLessThan(80);
    // The promises end with the skip.
    expect(skipped.next).toEqual(whole.next);
  },
);

test.each([
  ["no reply", () => null],
  ["an instant in the past", () => ({ idle_until: "2035-01-01T00:00:00Z" })],
  ["no instant", () => ({ idle_until: "soon" })],
  ["a number", () => ({ idle_until: Date.parse(never) })],
])("%s is no promise", async (_, reply) => expect(sweeps((await passed(1, reply)).runs)).toBe(24 * 60));
