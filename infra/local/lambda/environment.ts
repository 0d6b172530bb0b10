import { Worker } from "node:worker_threads";
import type { FunctionOptions } from "./function-options.ts";
import type { FunctionSettings } from "./function-properties.ts";
import type { FromEnvironment, Thrown } from "./invocation.ts";

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

/** Waits for its first message: its bundle is loaded, or cannot be. */
export const loaded = (environment: Worker): Promise<FromEnvironment> =>
  new Promise((ready, failed) => {
    environment.once("message", ready).once("error", failed);
    environment.once("exit", () => failed(new Error("The environment ended while it started")));
  });

/** Loads a bundle in an environment of its own, and returns the error that this throws. */
export async function loadError(...parts: Parameters<typeof newEnvironment>): Promise<Thrown | undefined> {
  const environment = newEnvironment(...parts);
  try {
    const first = await loaded(environment);
    return typeof first === "object" && "unloadable" in first ? first.unloadable : undefined;
  } catch (error) {
    const { name, message, stack = "" } = error as Error;
    return { name, message, stack, requestId: "", isAnswer: false };
  } finally {
    await environment.terminate();
  }
}

/** The CPU time that environments have used. */
export async function cpuMsOf(environments: Iterable<Worker>): Promise<number> {
  const used = await Promise.all([...environments].map((environment) => environment.cpuUsage()));
  return used.reduce((sum, { user, system }) => sum + (user + system) / 1000, 0);
}

export const exitWith = (code: number) => ({ message: `The environment ended with exit code ${code}` });
export const timeoutAfter = (ms: number) => ({ message: `Task timed out after ${ms / 1000}.00 seconds` });
