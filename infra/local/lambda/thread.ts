import type { EventLoopUtilization } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Outcome } from "../base/ports.ts";
import type { ThreadOptions } from "./function-options.ts";
import {
  type Done,
  type FromEnvironment,
  isDone,
  type Job,
  type Thrown,
  withinPayload,
} from "./invocation.ts";
import type { Code, Environment } from "./invoker.ts";
import { brokenText } from "./thrown-text.ts";

/** AWS's 10 s. A busy machine is slow, so only the code's own computing counts, and its waits. */
const LOADING = { computingMs: 10_000, waitingMs: 60_000 };
const CHECK_EVERY_MS = 250;

/** V8's default is tens of megabytes, which is too much for hundreds of environments that allocate little. */
const YOUNG_MB = 4;

/** Has the SDK's clients. */
const ownFolder = import.meta.dirname;

export class Thread implements Environment {
  readonly ready: Promise<unknown>;
  readonly ended: Promise<unknown>;
  readonly #worker: Worker;
  #before: EventLoopUtilization | undefined;
  #broken: string | undefined;

  constructor(entry: string, { name, settings, write }: Code, options: ThreadOptions) {
    const { env, handlerName, memoryMb, timeoutMs } = settings;
    const { runtime, clock, seeds, thrown, environment } = options;
    this.#worker = new Worker(runtime, {
      env: { ...env, ...environment },
      workerData: { bundle: entry, handlerName, ownFolder, clock, timeoutMs, seed: seeds.next(name) },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      stdout: true,
      stderr: true,
    });
    for (const log of [this.#worker.stdout, this.#worker.stderr])
      log.on("data", (text) => write(String(text)));
    this.#worker.on("message", (message: FromEnvironment) => {
      if (typeof message !== "object") return;
      if ("thrown" in message) thrown(name, message.thrown);
      if ("unloadable" in message) this.#broken = brokenText(message.unloadable);
    });
    this.ended = new Promise((resolve) => this.#worker.on("error", resolve).on("exit", resolve));
    this.ready = loaded(this.#worker, options);
  }

  run(job: Job): Promise<Done> {
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const answered = (message: FromEnvironment) => {
      if (isDone(message)) resolve({ ...message, outcome: this.#withReason(message.outcome) });
    };
    const ended = (code: number) => reject({ message: `The environment ended with exit code ${code}` });
    const worker = this.#worker.on("message", answered).on("error", reject).on("exit", ended);
    worker.postMessage(job);
    return promise.finally(() => worker.off("message", answered).off("error", reject).off("exit", ended));
  }

  #withReason = (outcome: Outcome): Outcome =>
    outcome.ok ? withinPayload(outcome) : { ...outcome, broken: this.#broken };

  load(): number {
    const now = this.#worker.performance.eventLoopUtilization();
    const { utilization } = this.#worker.performance.eventLoopUtilization(now, this.#before);
    this.#before = now;
    return utilization;
  }

  cpuMs = (): Promise<number> => cpuMsOf(this.#worker);

  end = (): Promise<unknown> => this.#worker.terminate();
}

/** Fails, and ends it, if the code never finishes loading. A debugger may hold it. */
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
  const computed = await cpuMsOf(environment).catch(() => 0);
  return computed > limits.computingMs ? `The code computed for ${limits.computingMs / 1000} s` : undefined;
}

export const unloadable = ({ name, message, stack = "" }: Error): Thrown => ({
  name,
  message,
  stack,
  requestId: "",
  isAnswer: false,
});

async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
