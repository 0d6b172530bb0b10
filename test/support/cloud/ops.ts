import { execFile } from "node:child_process";
import { join } from "node:path";
import { compileCache } from "../process/artifacts.ts";

export type Ended = { code: number; stdout: string; stderr: string };

const root = join(import.meta.dirname, "..", "..", "..");

/** Starts the program behind `npm run ops -- ...` with additional environment variables. */
export function startOps(more: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: compileCache, ...more };
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    ["infra/tools/ops.ts", ...args],
    { cwd: root, env },
    (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
  );
  return { child, ended };
}

export const opsWith = (...given: Parameters<typeof startOps>): Promise<Ended> => startOps(...given).ended;
