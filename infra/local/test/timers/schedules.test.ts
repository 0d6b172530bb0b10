import { afterEach, expect, test } from "@jest/globals";
import { StartupFailure } from "../../base/failure.ts";
import type { InvokableFunctions, Outcome } from "../../base/ports.ts";
import type { Iam } from "../../platform/iam.ts";
import { Agenda } from "../../time/agenda.ts";
import { installNow, openClock, skipTo, virtualNow } from "../../time/clock.ts";
import { nextFireOf } from "../../timers/schedule-expression.ts";
import { Scheduler } from "../../timers/scheduler.ts";
import { inFolder } from "../support/in-folder.ts";
import { templateOf } from "../support/template-of.ts";

const MINUTE = 60_000;
const realNow = Date.now;
let stop = () => {};
afterEach(() => {
  stop();
  installNow(realNow);
});

const schedule = (ScheduleExpression: string, Target: object, more = {}) => ({
  Type: "AWS::Scheduler::Schedule",
  Properties: { ScheduleExpression, Target: { RoleArn: "arn:role/Role", ...Target }, ...more },
});
const Input = '{"at":"<aws.scheduler.scheduled-time>"}';
const template = templateOf({
  Minutely: schedule("rate(1 minute)", { Arn: "tick", Input }),
  Yearly: schedule("cron(30 6 1 JAN ? *)", { Arn: "year" }, { Name: "yearly" }),
  Off: schedule("rate(1 minute)", { Arn: "off" }, { State: "DISABLED" }),
});

/** Schedules on a virtual clock. `holds` keeps a function from ending, and `allows` is what IAM says. */
const scheduling = <T>(act: (world: ReturnType<typeof worldIn>) => Promise<T>) =>
  inFolder(async (dir) => act(worldIn(dir)));

function worldIn(dir: string) {
  const clock = openClock(dir, 1);
  installNow(() => virtualNow(clock));
  const agenda = new Agenda(clock);
  stop = () => agenda.stop();
  const world = { allows: true, holds: Promise.resolve() };
  const invoked: [name: string, payload: string][] = [];
  const functions = {
    has: () => true,
    invoke: async (name: string, payload: string): Promise<Outcome> => {
      invoked.push([name, payload]);
      await world.holds;
      return { ok: true, payload: "1" };
    },
  } as unknown as InvokableFunctions;
  const iam = { allows: async () => world.allows } as unknown as Iam;
  const scheduler = new Scheduler({ functions, iam }, agenda, []);
  scheduler.follow(template);
  const pass = async (minutes: number) => {
    for (let i = 0; i < minutes; i++) {
      skipTo(clock, (Math.floor(Date.now() / MINUTE) + 1) * MINUTE);
      agenda.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return Object.assign(world, { scheduler, invoked, pass });
}

test("a schedule fires once at each of its instants, and one that is off does not", () =>
  scheduling(async ({ invoked, pass }) => {
    const from = Math.floor(Date.now() / MINUTE);
    await pass(4);
    const ticks = invoked
      .filter(([name]) => name === "tick")
      .map(([, payload]) => Date.parse(JSON.parse(payload).at));
    expect(ticks).toEqual([1, 2, 3, 4].map((n) => (from + n) * MINUTE));
    expect(invoked.filter(([name]) => name === "off")).toEqual([]);
  }));

test("a schedule skips the instants that pass while its function runs", () =>
  scheduling(async (world) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.holds = promise;
    await world.pass(5);
    expect(world.invoked).toHaveLength(1);
    expect(world.scheduler.underWay()).toBe("a schedule");
    resolve();
  }));

test("the list has each schedule's next instant, and one fires on request, with its role's rights", () =>
  scheduling(async (world) => {
    const { scheduler, invoked } = world;
    expect(scheduler.list()).toMatchObject([
      { name: "Minutely", enabled: true },
      {
        name: "yearly",
        expression: "cron(30 6 1 JAN ? *)",
        next: expect.stringMatching(/-01-01T06:30:00.000Z$/),
      },
      { name: "Off", enabled: false, next: null },
    ]);
    expect(await scheduler.fire("yearly")).toEqual({ ok: true, payload: "1" });
    expect(JSON.parse(invoked[0]?.[1] ?? "")).toMatchObject({
      source: "aws.scheduler",
      resources: [expect.stringMatching(/:schedule\/default\/yearly$/)],
    });
    world.allows = false;
    expect(await scheduler.fire("yearly")).toMatchObject({ ok: false, errorType: "AccessDeniedException" });
    expect(await scheduler.fire("none")).toMatchObject({ errorType: "ResourceNotFoundException" });
  }));

test.each([
  ["rate(1 minute)", "2026-11-21T10:00:30.000Z", "2026-11-21T10:01:00.000Z"],
  ["rate(2 hours)", "2026-11-21T10:00:00.000Z", "2026-11-21T12:00:00.000Z"],
  ["rate(1 day)", "2026-11-21T10:00:00.000Z", "2026-11-22T00:00:00.000Z"],
  ["cron(0/15 * * * ? *)", "2026-11-21T10:00:00.000Z", "2026-11-21T10:15:00.000Z"],
  ["cron(0 3 ? * 1 *)", "2026-11-21T10:00:00.000Z", "2026-11-22T03:00:00.000Z"],
  ["cron(0 3 ? * MON-FRI *)", "2026-11-21T10:00:00.000Z", "2026-11-23T03:00:00.000Z"],
  ["cron(0 3 ? * 6#1 *)", "2026-11-21T10:00:00.000Z", "2026-12-04T03:00:00.000Z"],
  ["cron(0 0 L * ? *)", "2026-11-21T10:00:00.000Z", "2026-11-30T00:00:00.000Z"],
  ["cron(0 0 1 1 ? 2030)", "2026-11-21T10:00:00.000Z", "2030-01-01T00:00:00.000Z"],
  ["at(2027-01-01T00:00:00)", "2026-11-21T10:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["at(2026-01-01T00:00:00)", "2026-11-21T10:00:00.000Z", undefined],
])("%s fires next after %s at %s", (expression, after, expected) => {
  expect(nextFireOf(expression)(new Date(after))?.toISOString()).toBe(expected);
});

test("a cron expression follows its time zone", () => {
  const next = nextFireOf("cron(0 9 * * ? *)", "America/New_York");
  expect(next(new Date("2026-07-01T00:00:00.000Z"))?.toISOString()).toBe("2026-07-01T13:00:00.000Z");
});

test.each(["rate(soon)", "cron(* * * * *)", "cron(61 * * * ? *)", "at(noon)", "every day"])(
  "the expression %s fails the start",
  (expression) => expect(() => nextFireOf(expression)).toThrow(StartupFailure),
);
