import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { compileCache } from "../support/process/artifacts.ts";
import type { Knobs } from "./knobs.ts";

export type Given = Partial<Knobs> & { seed: number } & Partial<
    Record<"trace" | "keep" | "until" | "watch" | "break", string>
  >;
export type Ran = {
  knobs: Knobs;
  hash: string;
  calls?: number;
  hours?: number;
  dryRuns?: number;
  acts?: Record<string, number>;
  cpu: number;
  violation?: string;
  invariant?: string;
  ids?: string[];
  at?: string;
  stack?: string;
};

/** Runs a seed in a process of its own. What it makes is mostly garbage soon, so its young space is large. */
export async function ranOne(how: Given): Promise<Ran> {
  const { TEST_RUN = `${process.pid}-0` } = process.env;
  const options = {
    maxBuffer: 2 ** 30,
    // Its functions run in the process: a seed that waited for their bundles would wait for ever.
    env: { ...process.env, TEST_RUN, CLOUD: "", NODE_COMPILE_CACHE: compileCache },
  };
  const flags = ["--no-warnings", "--max-semi-space-size=64", ...(how.break ? ["--inspect-wait"] : [])];
  const program = join(import.meta.dirname, "one.ts");
  const running = promisify(execFile)(process.execPath, [...flags, program, JSON.stringify(how)], options);
  // It says where a debugger can connect.
  if (how.break) running.child.stderr?.pipe(process.stderr);
  const { stdout } = await running;
  const lines = stdout.trimEnd().split("\n");
  if (lines.length > 1) process.stdout.write(`${lines.slice(0, -1).join("\n")}\n`);
  return JSON.parse(lines.at(-1) ?? "") as Ran;
}
