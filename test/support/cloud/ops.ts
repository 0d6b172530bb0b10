import { execFile } from "node:child_process";
import { join } from "node:path";
import { jest } from "@jest/globals";
import { compileCache } from "../process/artifacts.ts";

export type Ended = { code: number; stdout: string; stderr: string };

const root = join(import.meta.dirname, "..", "..", "..");

/** Starts the program behind `npm run ops -- ...` with additional environment variables. */
export function startOps(more: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: compileCache, ...more };
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    ["infra/operations/ops.ts", ...args],
    { cwd: root, env },
    (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
  );
  return { child, ended };
}

export const opsWith = (more: Record<string, string>, ...args: string[]): Promise<Ended> =>
  toolWith("operations/ops.ts", more, ...args);

/** A program of `infra` in this process: one of its own costs three quarters of a CPU second. */
export async function toolWith(
  name: string,
  more: Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  const program = join(root, "infra", name);
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    jest.spyOn(process[name], "write").mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  const env = { ...process.env };
  const argv = process.argv;
  Object.assign(process.env, more);
  process.argv = [process.execPath, program, ...args];
  try {
    await import(`${program}?run=${performance.now()}`);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.exitCode = undefined;
    process.argv = argv;
    for (const name of Object.keys(more)) {
      delete process.env[name];
      if (env[name] !== undefined) process.env[name] = env[name];
    }
    for (const spy of spies) spy.mockRestore();
  }
}
