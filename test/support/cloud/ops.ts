import { execFile } from "node:child_process";
import { join } from "node:path";
import { compileCache } from "./synthesise.ts";

export type Ended = { code: number; stdout: string; stderr: string };

const root = join(import.meta.dirname, "..", "..", "..");

/** Runs the program behind `npm run ops -- ...` with additional environment variables. */
export const opsWith = (more: Record<string, string>, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: compileCache, ...more };
    execFile(process.execPath, ["infra/tools/ops.ts", ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
