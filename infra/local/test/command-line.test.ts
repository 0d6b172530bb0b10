import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { dataDirOf, nearest } from "../base/command-line.ts";
import { readStartOptions } from "../start-options.ts";
import { inFolder } from "./support/in-folder.ts";

const run = (program: string, ...args: string[]) => runWith({}, program, ...args);
const runWith = (more: Record<string, string>, program: string, ...args: string[]) => {
  const env = { ...process.env, NODE_OPTIONS: "", DATA_DIR: "", ...more };
  const file = join(import.meta.dirname, "..", program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8", env });
  return { status, stdout, stderr };
};

test.each([
  ["prot", "port"],
  ["time-scal", "time-scale"],
  ["rest", "reset"],
  ["colour", undefined],
])("for %s the suggestion is %s", (typed, expected) =>
  expect(nearest(typed, ["port", "data", "time-scale", "reset", "public-targets"])).toBe(expected),
);

describe.each(["start.ts", "logs.ts"])("the options of %s", (program) => {
  test("an unknown option gets one line with the nearest option", () =>
    expect(run(program, "--dta", "x")).toEqual({
      status: 1,
      stdout: "",
      stderr: "Unknown option --dta. Did you mean --data? See all options with --help.\n",
    }));

  test("the help names every option of the source", () => {
    const { status, stdout } = run(program, "--help");
    expect(status).toBe(0);
    for (const option of program === "start.ts" ? STARTS : LOGS) expect(stdout).toContain(`\n  --${option}`);
  });
});

test("a data folder without a name is the default one, and no state lands among the sources", () => {
  process.env.DATA_DIR = "";
  expect(dataDirOf("")).toBe(join(process.cwd(), ".local"));
  expect(dataDirOf("x")).toBe(join(process.cwd(), "x"));
});

test("the concurrency of --quotas is the account's", () => {
  process.argv = ["node", "start.ts", "--quotas", "aws,concurrency=7"];
  expect(readStartOptions()).toMatchObject({ accountConcurrency: 7 });
});

test("an assembly that does not exist ends the start with one line", () => {
  const { status, stderr } = inFolder((dir) => run("start.ts", "--data", dir, "--assembly", "/nowhere"));
  expect([status, stderr]).toEqual([
    1,
    "/nowhere contains no template. Pass a synthesised assembly with --assembly.\n",
  ]);
});

test("npm run dev refuses an assembly, whose sources it could not follow", () =>
  expect(run("start.ts", "--watch", "--assembly", "x")).toEqual({
    status: 1,
    stdout: "",
    stderr: "--watch cannot be combined with --assembly.\n",
  }));

const STARTS = [
  ...["port N", "data DIR", "time-scale N", "reset", "public-targets", "quiet", "json"],
  ...["account-concurrency N", "environments N"],
  ...["assembly DIR", "help"],
];
const LOGS = ["follow", "request ID", "failed", "function NAME", "json", "data DIR", "help"];

describe("npm run logs", () => {
  test("a folder that does not exist gets an error that says what to do", () => {
    const { status, stderr } = run("logs.ts", "--data", "/nowhere/at-all");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^There is no data folder \/nowhere\/at-all\. Start the service with npm start/);
  });

  test("an unknown function gets an error with the nearest one", () =>
    inFolder((dir) => {
      mkdirSync(join(dir, "logs"));
      writeFileSync(join(dir, "logs", "start-signup.log"), "");
      const { status, stderr } = run("logs.ts", "--data", dir, "--function", "startsignup");
      expect([status, stderr]).toEqual([
        1,
        `${dir} has no function startsignup. Did you mean start-signup?\n`,
      ]);
    }));
});
