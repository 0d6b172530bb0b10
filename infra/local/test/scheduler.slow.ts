import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Duration, TimeZone } from "aws-cdk-lib";
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { StartupFailure } from "../base/failure.ts";
import { nextFireOf } from "../timers/schedule-expression.ts";
import { endClouds, newFolder } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

const NOTE = `export const handler = async (event) => {
  console.log(JSON.stringify({ fired: event }));
  return { heard: event.say };
};`;

/** Runs longer than the interval of its schedule. */
const SLOW = `import { setTimeout as sleep } from "node:timers/promises";
export const handler = async () => {
  console.log('{"slow":"began"}');
  await sleep(1_500);
  console.log('{"slow":"ended"}');
};`;

const assembly = fixtureAssembly(({ stack, add }) => {
  const note = add("Note", NOTE);
  const say = (word: string) =>
    new LambdaInvoke(note, {
      input: ScheduleTargetInput.fromObject({ say: word, at: ContextAttribute.scheduledTime }),
    });
  const minutely = ScheduleExpression.rate(Duration.minutes(1));
  const yearly = ScheduleExpression.cron({
    minute: "30",
    hour: "6",
    day: "1",
    month: "JAN",
    timeZone: TimeZone.ETC_UTC,
  });
  new Schedule(stack, "Minutely", { schedule: minutely, target: say("tick") });
  new Schedule(stack, "Slow", { schedule: minutely, target: new LambdaInvoke(add("Slow-function", SLOW)) });
  new Schedule(stack, "Yearly", { schedule: yearly, target: say("year"), scheduleName: "yearly" });
  new Schedule(stack, "Off", { schedule: minutely, target: say("off"), enabled: false });
});

const fired = (cloud: LocalCloud, word: string): { say: string; at: string }[] =>
  cloud
    .logs()
    .split("\n")
    .filter((line) => line.includes(`"say":"${word}"`))
    .map((line) => JSON.parse(line).fired);

afterEach(endClouds);
afterAll(removeFixtures);

describe("schedules", () => {
  test("a schedule fires at the right instants of the virtual clock", async () => {
    const cloud = await startLocalCloud({ assembly, timeScale: 60 });
    const startedAt = performance.now();
    const started = await cloud.now();
    await eventually(async () => fired(cloud, "tick").length >= 4);
    const instants = fired(cloud, "tick").map(({ at }) => Date.parse(at));
    // Four minutes of the virtual clock. Less would mean that schedules follow another clock.
    expect((performance.now() - startedAt) / 1000).toBeGreaterThan(2.5);
    expect(instants[0]).toBeLessThanOrEqual(started + 60_000);
    expect(instants.map((instant) => instant % 60_000)).toEqual(instants.map(() => 0));
    expect(new Set(instants).size).toBe(instants.length);
    expect(fired(cloud, "off")).toEqual([]);
  });

  test("a schedule skips the instants that pass while its function runs", async () => {
    const cloud = await startLocalCloud({ assembly, timeScale: 60 });
    const said = () => [...cloud.logs().matchAll(/"slow":"(\w+)"/g)].map(([, word]) => word);
    await eventually(async () => said().length >= 4);
    expect(said().slice(0, 4)).toEqual(["began", "ended", "began", "ended"]);
  });

  test("the list shows each schedule's next instant, and a request fires one", async () => {
    const cloud = await startLocalCloud({ assembly });
    const schedules = await cloud.schedules();
    expect(schedules).toHaveLength(4);
    const yearly = schedules.find(({ name }) => name === "yearly");
    expect(yearly).toMatchObject({ expression: "cron(30 6 1 JAN ? *)", enabled: true });
    expect(yearly?.next).toMatch(/^\d{4}-01-01T06:30:00.000Z$/);
    expect(schedules.find(({ enabled }) => !enabled)?.next).toBeNull();
    expect(await cloud.fire("yearly")).toEqual({ ok: true, payload: '{"heard":"year"}' });
    await eventually(async () => fired(cloud, "year").length === 1);
    expect(await cloud.fire("none")).toMatchObject({ ok: false, errorType: "ResourceNotFoundException" });
  });

  test("a schedule whose role may not invoke its function is refused", async () => {
    const cloud = await startLocalCloud({ assembly });
    await cloud.revoke(...(await cloud.grants()).filter(({ action }) => action === "lambda:InvokeFunction"));
    expect(await cloud.fire("yearly")).toMatchObject({ ok: false, errorType: "AccessDeniedException" });
    expect(await cloud.denials()).toContainEqual(
      expect.objectContaining({ action: "lambda:InvokeFunction" }),
    );
  });

  test("a schedule skips the instants that pass while the local cloud is stopped", async () => {
    const dataDir = newFolder();
    const first = await startLocalCloud({ assembly, dataDir, timeScale: 600 });
    await eventually(async () => fired(first, "tick").length > 0);
    await first.end("SIGKILL");
    const before = fired(first, "tick").length;
    const last = Date.parse(fired(first, "tick").at(-1)?.at ?? "");
    const second = await startLocalCloud({ assembly, dataDir, timeScale: 1 });
    const skipped = (await second.now()) - last;
    expect(skipped).toBeGreaterThan(0);
    expect(fired(second, "tick").length - before).toBeLessThanOrEqual(1);
  });
});

describe("the expression of a schedule", () => {
  const next = (expression: string, after: string, timezone?: string) =>
    nextFireOf(expression, timezone)(new Date(after))?.toISOString();

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
    expect(next(expression, after)).toBe(expected);
  });

  test("a cron expression follows its time zone", () => {
    expect(next("cron(0 9 * * ? *)", "2026-07-01T00:00:00.000Z", "America/New_York")).toBe(
      "2026-07-01T13:00:00.000Z",
    );
  });

  test.each(["rate(soon)", "cron(* * * * *)", "cron(61 * * * ? *)", "at(noon)", "every day"])(
    "the expression %s fails the start",
    (expression) => {
      expect(() => nextFireOf(expression)).toThrow(StartupFailure);
    },
  );
});
