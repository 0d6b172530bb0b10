import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { overruns } from "../support/cost/budgets.ts";
import { costsOf } from "../support/cost/costs.ts";
import { Processes } from "../support/cost/processes.ts";
import { artifactsDir } from "../support/process/artifacts.ts";

const use = (worker: string, kind: "runner" | "clouds", cpu: number, memory = 0) => ({
  worker,
  kind,
  cpu,
  memory,
});
const costs = costsOf(
  [
    { suite: "a", worker: "1", cpu: 1, start: 0, end: 1_000 },
    { suite: "b", worker: "2", cpu: 2, start: 0, end: 2_000 },
  ],
  [
    {
      at: 500,
      uses: [use("1", "runner", 1, 50e6), use("1", "clouds", 3, 100e6), use("2", "clouds", 4, 200e6)],
    },
    { at: 1_500, uses: [use("1", "clouds", 8, 100e6), use("2", "clouds", 16, 100e6)] },
  ],
);

test.each([
  ["three times its budget and a first load pass", { b: 4.9 }, []],
  ["more is an overrun", { b: 4.6 }, ["b used 22.0 CPU s. Its budget is 4.6, and the limit 21.8."]],
  ["a new one may cost more than three seconds", {}, []],
])("of a suite, %s", (_, budgets, lines) => {
  expect(overruns(costs, budgets)).toEqual(lines);
});

const onLinux = existsSync("/proc/self/stat") ? test : test.skip;
onLinux("a program that ended between two samples is counted", () => {
  const processes = new Processes("no run has this name");
  processes.sample();
  execFileSync(process.execPath, ["-e", "while (process.cpuUsage().user < 300_000);"]);
  const uses = processes.sample();
  const programs = uses.filter(({ kind }) => kind === "programs");
  expect(programs.reduce((sum, { cpu }) => sum + cpu, 0)).toBeGreaterThan(0.2);
});

test("an error of a timer after a suite's last test fails the run, with the suite's name", () => {
  mkdirSync(artifactsDir, { recursive: true });
  const dir = mkdtempSync(join(artifactsDir, "late-"));
  const suite = (body: string) => `import { test } from "@jest/globals"; test("passes", () => ${body});`;
  writeFileSync(
    join(dir, "late.test.ts"),
    suite('void setTimeout(() => { throw new Error("too late"); }, 100)'),
  );
  // The run still lasts when the error comes.
  writeFileSync(join(dir, "longer.test.ts"), suite("new Promise((end) => setTimeout(end, 1_000))"));
  const jest = join(import.meta.dirname, "..", "..", "node_modules", "jest", "bin", "jest.js");
  const env = { ...process.env, TEST_RUN: undefined, JEST_WORKER_ID: undefined };
  const { status, stderr } = spawnSync(process.execPath, [jest, "--roots", dir, "--maxWorkers", "2"], {
    env,
    encoding: "utf8",
  });
  rmSync(dir, { recursive: true });
  expect(stderr).toMatch(/An error after the last test of test-artifacts\/.*late\.test\.ts: Error: too late/);
  expect(status).toBe(1);
});
