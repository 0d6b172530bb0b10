import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";
import { dataDirOf, nearest } from "../base/command-line.ts";
import { freePort } from "../base/loopback.ts";
import { readStartOptions } from "../start-options.ts";
import { inFolder } from "./support/in-folder.ts";

const run = (program: string, ...args: string[]) => {
  const env = { ...process.env, NODE_OPTIONS: "", DATA_DIR: "" };
  const file = join(import.meta.dirname, "..", program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8", env });
  return { status, stdout, stderr };
};

afterEach(() => void jest.restoreAllMocks());

/** What `npm start` reads from its options, or what it prints before it ends. */
function read(...args: string[]): unknown {
  let printed = "";
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, "write").mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  jest.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`${code}: ${printed}`);
  });
  const { argv } = process;
  process.argv = ["node", "start.ts", ...args];
  try {
    return readStartOptions();
  } finally {
    process.argv = argv;
  }
}

test.each([
  ["prot", "port"],
  ["time-scal", "time-scale"],
  ["rest", "reset"],
  ["colour", undefined],
])("for %s the suggestion is %s", (typed, expected) =>
  expect(nearest(typed, ["port", "data", "time-scale", "reset", "public-targets"])).toBe(expected),
);

test.each(["start.ts", "logs.ts"])(
  "an unknown option of %s gets one line with the nearest option",
  (program) =>
    expect(run(program, "--dta", "x")).toEqual({
      status: 2,
      stdout: "",
      stderr: "Unknown option --dta. Did you mean --data? See all options with --help.\n",
    }),
);

test.each([[["--watch", "--assembly", "x"], "--watch cannot be combined with --assembly."]])(
  "%j ends the start with one line",
  (args, line) => expect(() => read(...args)).toThrow(`1: ${line}`),
);

test("a data folder without a name is the default one, and no state lands among the sources", () => {
  process.env.DATA_DIR = "";
  expect(dataDirOf("")).toBe(join(process.cwd(), ".local"));
  expect(dataDirOf("x")).toBe(join(process.cwd(), "x"));
});

test("an assembly that does not exist ends the start with one line", async () => {
  const port = String(await freePort());
  const { status, stderr } = inFolder((dir) =>
    run("start.ts", "--port", port, "--data", dir, "--assembly", "/nowhere"),
  );
  const line = "/nowhere contains no template. Pass a synthesised assembly with --assembly.\n";
  expect([status, stderr]).toEqual([1, line]);
});

test("npm run logs without a function of that name names the nearest one", () =>
  inFolder((dir) => {
    mkdirSync(join(dir, "logs"));
    writeFileSync(join(dir, "logs", "start-signup.log"), "");
    const { status, stderr } = run("logs.ts", "--data", dir, "--function", "startsignup");
    expect([status, stderr]).toEqual([1, `${dir} has no function startsignup. Did you mean start-signup?\n`]);
  }));
