import { Worker } from "node:worker_threads";
import type { FunctionOptions } from "./function-options.ts";
import type { FunctionSettings } from "./function-properties.ts";

/** V8's default is tens of megabytes, which is too much for hundreds of environments that allocate little. */
const YOUNG_MB = 4;

/** Starts an environment of the function `name`, which runs the bundle in the file `entry`. */
export function newEnvironment(
  entry: string,
  name: string,
  { env, memoryMb, timeoutMs }: FunctionSettings,
  { runtime, clock, seeds }: FunctionOptions,
): Worker {
  return new Worker(runtime, {
    env,
    workerData: { bundle: entry, clock, timeoutMs, seed: seeds.next(name) },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    stdout: true,
    stderr: true,
  });
}

/** Waits until its bundle is loaded, as its first message says. */
export const loaded = (environment: Worker): Promise<void> =>
  new Promise((ready, failed) => {
    environment.once("message", () => ready()).once("error", failed);
    environment.once("exit", () => failed(new Error("The environment ended while it started")));
  });

/** The CPU time that environments have used. */
export async function cpuMsOf(environments: Iterable<Worker>): Promise<number> {
  const used = await Promise.all([...environments].map((environment) => environment.cpuUsage()));
  return used.reduce((sum, { user, system }) => sum + (user + system) / 1000, 0);
}

export const exitWith = (code: number) => ({ message: `The environment ended with exit code ${code}` });
export const timeoutAfter = (ms: number) => ({ message: `Task timed out after ${ms / 1000}.00 seconds` });
