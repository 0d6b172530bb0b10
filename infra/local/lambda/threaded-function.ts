import { randomUUID } from "node:crypto";
import type { Worker } from "node:worker_threads";
import { AT_ONCE } from "../base/cores.ts";
import type { Outcome } from "../base/ports.ts";
import { ConfiguredFunction } from "./configured-function.ts";
import { cpuMsOf, entryOf, exitWith, loaded, newEnvironment, unloadable, withReason } from "./environment.ts";
import type { ThreadOptions } from "./function-options.ts";
import { type FromEnvironment, isDone, type Job, timeoutAfter } from "./invocation.ts";
import type { LambdaFunction } from "./invoker.ts";
import { Load } from "./load.ts";
import { notStarted } from "./thrown-text.ts";

/** More than the cores can run, since a function may only wait for another server. */
const MAX_ENVIRONMENTS = 64;
/**
 * Starting an environment costs as much CPU time as 10 to 20 invocations. The first ones, one for each core,
 * start at once. Further ones start at this pace, and only while the existing ones wait instead of computing.
 */
const PACE_MS = 100;

type Waiting = { job: Job; settle: (outcome: Outcome) => void };

/** A function whose bundle runs in environments of its own: threads with one invocation at a time each. */
export class ThreadedFunction extends ConfiguredFunction<ThreadOptions> implements LambdaFunction {
  readonly #idle: Worker[] = [];
  /** How many environments wait for a core to start on. */
  #announced = 0;
  readonly #all = new Set<Worker>();
  /** Those with the present version of the code and settings. The others end after their invocation. */
  readonly #present = new WeakSet<Worker>();
  #version = 0;
  readonly #load = new Load();
  #pacing: NodeJS.Timeout | undefined;
  readonly #waiting: Waiting[] = [];
  #isRemoved = false;
  #isStopped = false;

  renew(): void {
    this.#version++;
    for (const worker of this.#all) this.#present.delete(worker);
    for (const worker of [...this.#idle]) this.#discard(worker);
  }

  /** Ends each environment after its invocation. Waiting invocations still run. */
  remove(): void {
    this.#isRemoved = true;
    this.renew();
  }

  invoke(payload: string, requestId: string = randomUUID()): Promise<Outcome> {
    const invoked = () =>
      new Promise<Outcome>((settle) => {
        this.#waiting.push({ job: { payload, requestId }, settle });
        this.#dispatch();
      });
    return this.options.concurrency.run(this.name, invoked);
  }

  cpuMs = (): Promise<number> => cpuMsOf(this.#all);

  /** Invocations get no outcome: a failure would be stored, and the next start repeats them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#pacing);
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
    await this.log.end();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop();
      if (!worker) break;
      this.options.memory.busy(worker);
      this.#run(worker, this.#waiting.shift() as Waiting);
    }
    if (this.#waiting.length === 0) return;
    const first = Math.min(this.#waiting.length, AT_ONCE) - this.#size();
    for (let more = first; more > 0; more--) void this.#grow();
    this.#pacing ??= setTimeout(() => this.#reconsider(), PACE_MS);
  }

  /** Runs a while after an invocation had to wait. */
  #reconsider(): void {
    this.#pacing = undefined;
    if (this.#load.leavesTime(this.#all) && this.#size() < MAX_ENVIRONMENTS) void this.#grow();
    this.#dispatch();
  }

  #size = (): number => this.#all.size + this.#announced;

  /** Starts another environment once a core is free, if an invocation still waits by then. */
  async #grow(): Promise<void> {
    this.#announced++;
    const version = this.#version;
    try {
      const { entry, done } = await this.#prepare().finally(() => this.#announced--);
      if (version === this.#version) await this.#add(entry).finally(done);
      else done();
    } catch (error) {
      // Code that has changed meanwhile may be correct.
      if (version === this.#version) this.#waiting.shift()?.settle(notStarted(this.name, error as Error));
    }
    this.#dispatch();
  }

  /** Waits for the bundle first: bundling needs no core of the environments'. */
  async #prepare(): Promise<{ entry: string; done: () => void }> {
    const { bundles, cores } = this.options;
    return { entry: await entryOf(this.settings, bundles), done: await cores.take() };
  }

  async #add(entry: string): Promise<void> {
    const worker = this.#waiting.length > 0 && (await this.#start(entry));
    // At the bottom: the environments that already served invocations have warmer caches.
    if (worker && this.#present.has(worker)) this.#idle.unshift(this.#rest(worker));
    else if (worker) this.#discard(worker);
  }

  #run(worker: Worker, { job, settle }: Waiting): void {
    this.options.usage.invoked(this.name);
    const startedAt = performance.now();
    const finish = (outcome: Outcome, reusable: boolean, written: string[] = []) => {
      clearTimeout(timer);
      worker.off("message", answered).off("error", crashed).off("exit", ended);
      const isPresent = this.#present.has(worker) && !this.options.freshEnvironments;
      if (reusable && isPresent && !this.#isRemoved) this.#idle.push(this.#rest(worker));
      else this.#discard(worker);
      this.ended(job, outcome, written, startedAt);
      settle(outcome);
      this.#dispatch();
    };
    const answered = (message: FromEnvironment) => {
      if (isDone(message)) finish(withReason(worker, message.outcome), true, message.written);
    };
    const fail = (errorType: string, { message, stack = "" }: Pick<Error, "message" | "stack">) => {
      const { requestId } = job;
      this.options.thrown(this.name, { name: errorType, message, stack, requestId, isAnswer: false });
      finish({ ok: false, errorType, errorMessage: message }, false);
    };
    const crashed = (error: Error) => fail("Runtime.ExitError", error);
    const ended = (code: number) => this.#isStopped || fail("Runtime.ExitError", exitWith(code));
    const { timeoutMs } = this.settings;
    const timer = setTimeout(() => fail("Sandbox.Timedout", timeoutAfter(timeoutMs)), timeoutMs);
    worker.on("message", answered).on("error", crashed).on("exit", ended);
    worker.postMessage(job);
  }

  async #start(entry: string): Promise<Worker> {
    const worker = newEnvironment(entry, this.name, this.settings, this.options);
    for (const log of [worker.stdout, worker.stderr])
      log.on("data", (text) => this.log.write(String(text), this.settings));
    this.#all.add(worker);
    this.#present.add(worker);
    // An environment that ended by itself cannot be used again.
    for (const end of ["error", "exit"]) worker.on(end, () => this.#discard(worker));
    await loaded(worker, this.options).catch((error: Error) => {
      if (!this.#isStopped) this.options.thrown(this.name, unloadable(error));
      throw error;
    });
    return worker;
  }

  #rest(worker: Worker): Worker {
    this.options.memory.idle(worker, () => this.#discard(worker));
    return worker;
  }

  #discard(worker: Worker): void {
    this.#all.delete(worker);
    this.options.memory.busy(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    void worker.terminate();
  }
}
