import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { inFolder } from "../../../infra/local/test/support/in-folder.ts";

const tools = join(import.meta.dirname, "..", "..", "..", "infra", "tools");

function run(program: string, ...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: "" };
  const all = ["--no-warnings", join(tools, program), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: "utf8", env });
  return { status, stdout, stderr };
}

describe("npm run api:changes", () => {
  test("an unknown option gets the usage", () => {
    const { status, stdout, stderr } = run("api-changes.ts", "--relase");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Unknown option '--relase'.*\n\nUsage: npm run api:changes/);
  });

  test("a file that is missing, not JSON or another document is named in one line", () =>
    inFolder((dir) => {
      const [missing, text, other] = ["missing", "text", "other"].map((name) => join(dir, `${name}.json`));
      writeFileSync(String(text), "openapi: 3.1.0");
      writeFileSync(String(other), "{}");
      const reasons = [
        [missing, "cannot be read: ENOENT"],
        [text, "cannot be read: Unexpected token"],
        [other, "is not an OpenAPI document."],
      ];
      for (const [file, reason] of reasons) {
        const { status, stderr } = run("api-changes.ts", String(file), String(other));
        expect([status, stderr.trim().split("\n")]).toEqual([
          1,
          [expect.stringContaining(`${file} ${reason}`)],
        ]);
      }
    }));
});

test.each([
  ["backfill-accounts.ts", "backfill:accounts -- TABLE"],
  ["backfill-directories.ts", "backfill:directories -- TABLE [PLACE]"],
  ["backfill-signups.ts", "backfill:signups -- TABLE"],
])("the help of %s is its usage", (program, usage) => {
  expect(run(program, "--help")).toEqual({ status: 0, stdout: `Usage: npm run ${usage}\n`, stderr: "" });
});

test("a backfill without a table prints its usage, and reports an error in one line", () => {
  const stderrOf = (...args: string[]) => run("backfill-accounts.ts", ...args).stderr;
  for (const args of [[], ["--table", "x"]]) expect(stderrOf(...args)).toMatch(/^Usage: .*\n$/);
  const { status, stdout, stderr } = run("backfill-accounts.ts", "no table");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^no table: .+ \(\w+\)\n$/);
});

test.each([
  "ops.ts fault",
  "ops.ts smoke",
  "api-changes.ts",
  "new.ts",
  "demo.ts",
  "trigger.ts",
  "webhooks-listen.ts",
])("the help of %s lists --help", (words) => {
  const [program = "", ...command] = words.split(" ");
  const { status, stdout } = run(program, ...command, "--help");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ {2}--help +print this$/m);
});

test.each([["counts backfill"], ["waitlist export"]])(
  "the help of %s has no flag that the program passes by itself",
  (words) => {
    const { status, stdout } = run("ops.ts", ...words.split(" "), "--help");
    expect([status, stdout]).toEqual([0, expect.stringContaining(`Usage: npm run ops -- ${words}`)]);
    expect(stdout).not.toContain("--after");
    expect(stdout).not.toContain("\n\n\n");
  },
);
