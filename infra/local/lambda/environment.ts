import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Outcome } from "../base/ports.ts";
import type { ThreadOptions } from "./function-options.ts";
import type { FunctionSettings } from "./function-properties.ts";
import { type FromEnvironment, type Thrown, withinPayload } from "./invocation.ts";
import { brokenText } from "./thrown-text.ts";

/**
 * AWS gives the loading of code 10 s. A busy machine may take minutes to load good code, so here only the
 * code's own time counts: what it computes, and, in case it waits for another program, what it waits.
 */
const LOADING = { computingMs: 10_000, waitingMs: 60_000 };
const CHECK_EVERY_MS = 250;

/** V8's default is tens of megabytes, which is too much for hundreds of environments that allocate little. */
const YOUNG_MB = 4;

/** Has the SDK's clients. */
const ownFolder = import.meta.dirname;

/** Starts an environment of the function `name`, which runs the bundle in the file `entry`. */
export function newEnvironment(
  entry: string,
  name: string,
  { env, handlerName, memoryMb, timeoutMs }: FunctionSettings,
  { runtime, clock, seeds, thrown, environment: variables }: ThreadOptions,
): Worker {
  const environment = new Worker(runtime, {
    env: { ...env, ...variables },
    workerData: { bundle: entry, handlerName, ownFolder, clock, timeoutMs, seed: seeds.next(name) },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    stdout: true,
    stderr: true,
  });
  return environment.on("message", (message: FromEnvironment) => {
    if (typeof message !== "object") return;
    if ("thrown" in message) thrown(name, message.thrown);
    if ("unloadable" in message) reasons.set(environment, brokenText(message.unloadable));
  });
}

/** Why the code of an environment cannot be loaded. */
const reasons = new WeakMap<Worker, string>();

/** The outcome of an invocation there. */
export const withReason = (environment: Worker, outcome: Outcome): Outcome =>
  outcome.ok ? withinPayload(outcome) : { ...outcome, broken: reasons.get(environment) };

/**
 * Waits for its first message: its bundle is loaded, or throws. Fails for code that never finishes loading,
 * and ends its environment. A debugger may hold the code for as long as it wants.
 */
export async function loaded(
  environment: Worker,
  { inspected }: Pick<ThreadOptions, "inspected">,
  limits = LOADING,
): Promise<FromEnvironment> {
  const { promise, resolve, reject } = Promise.withResolvers<FromEnvironment>();
  let isDone = false;
  const end = () => {
    isDone = true;
    clearInterval(check);
  };
  environment.once("message", resolve).once("error", reject);
  environment.once("exit", () =>
    reject(new Error("The code ended before it was loaded. Does a top-level await never settle?")),
  );
  const check = setInterval(async () => {
    const reason = inspected ? undefined : await overdue(environment, limits);
    if (reason === undefined) return;
    // Its message may wait, as after a stop of this process, or it is at work already.
    await setImmediate();
    if (isDone) return;
    reject(new Error(`${reason} before it was loaded. On AWS, loading may take 10 s.`));
    void environment.terminate();
  }, CHECK_EVERY_MS);
  return promise.finally(end);
}

async function overdue(environment: Worker, limits: typeof LOADING): Promise<string | undefined> {
  const { idle } = environment.performance.eventLoopUtilization();
  if (idle > limits.waitingMs) return `The code waited for ${limits.waitingMs / 1000} s`;
  // It may have ended meanwhile.
  const computed = await cpuMsOf([environment]).catch(() => 0);
  return computed > limits.computingMs ? `The code computed for ${limits.computingMs / 1000} s` : undefined;
}

/** The error of an environment that could not load its code. */
export const unloadable = ({ name, message, stack = "" }: Error): Thrown => ({
  ...{ name, message, stack },
  ...{ requestId: "", isAnswer: false },
});

/** The file of the present bundle that has the handler. */
export const entryOf = async (
  { bundle, entry }: FunctionSettings,
  bundles: ThreadOptions["bundles"],
): Promise<string> => (await bundles?.ready(bundle)) ?? entry;

/** The CPU time that environments have used. */
export async function cpuMsOf(environments: Iterable<Worker>): Promise<number> {
  const used = await Promise.all([...environments].map((environment) => environment.cpuUsage()));
  return used.reduce((sum, { user, system }) => sum + (user + system) / 1000, 0);
}

export const exitWith = (code: number) => ({ message: `The environment ended with exit code ${code}` });
