import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Duration } from "aws-cdk-lib";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { endClouds } from "./support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

/** It is slow each hour. */
const SLOW = `import { setTimeout as sleep } from "node:timers/promises";
export const handler = () => sleep(600);`;

const assembly = fixtureAssembly(({ stack, add }) => {
  const target = new LambdaInvoke(add("Slow", SLOW), {});
  new Schedule(stack, "Hourly", { schedule: ScheduleExpression.rate(Duration.hours(1)), target });
});

afterEach(endClouds);
afterAll(removeFixtures);

/** Runs `npm run clock -- ...args`. */
const clock = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const program = [join(import.meta.dirname, "..", "clock.ts"), ...args];
    const env = { ...process.env, NODE_OPTIONS: "" };
    execFile(process.execPath, program, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const portOf = ({ url }: LocalCloud) => ["--port", new URL(url).port];

describe("npm run clock", () => {
  test("it prints the time, lets time pass, and prints JSON", async () => {
    const cloud = await startLocalCloud({ assembly });
    const port = portOf(cloud);
    const shown = await clock(...port);
    expect(Math.abs(Date.parse(shown.stdout.trim()) - (await cloud.now()))).toBeLessThan(10_000);
    const advanced = await clock(...port, "+10h");
    expect(advanced.code).toBe(0);
    const reached = [...advanced.stderr.matchAll(/^Reached \d{4}-\d\d-\d\d \d\d:\d\d, (\d+) % of 10h\.$/gm)];
    const shares = reached.map(([, share]) => Number(share));
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
    expect(advanced.stdout).toMatch(/^\S+Z -> \S+Z\nEverything that was due has happened\.\n$/);
    expect(JSON.parse((await clock(...port, "--json", "+1m")).stdout)).toMatchObject({ at_rest: true });
    expect(JSON.parse((await clock(...port, "--json")).stdout)).toEqual({ now: expect.any(String) });
    const wrong = await clock(...port, "+soon");
    expect(wrong).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^advance must be a span/),
    });
  });
});
