import { randomUUID } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { roleId } from "../iam.ts";
import { ACCOUNT, REGION, type Resource } from "../template.ts";
import { AT_ONCE } from "./cores.ts";
import type { FunctionOptions } from "./function-options.ts";
import { environmentOf, nameOf } from "./function-properties.ts";
import { type Done, type Job, type Outcome, withinPayload } from "./invocation.ts";
import { Load } from "./load.ts";

/** More than the cores can run, since a function may only wait for another server. */
const MAX_ENVIRONMENTS = 64;
/**
 * Starting an environment costs as much CPU time as 10 to 20 invocations. The first ones, one for each core,
 * start at once. Further ones start at this pace, and only while the existing ones wait instead of computing.
 */
const PACE_MS = 100;
/** V8's default is tens of megabytes, which is too much for hundreds of environments that allocate little. */
const YOUNG_MB = 4;

type Waiting = { job: Job; settle: (outcome: Outcome) => void };

/** A function of the template: its bundle, its environments, its log. */
export class LocalFunction {
  /** Its name in files and logs, such as `start-signup`. */
  readonly name: string;
  readonly ownName: string | undefined;
  readonly role: string;
  readonly accessKeyId: string;
  readonly #options: FunctionOptions;
  readonly #env: Record<string, string>;
  readonly #bundle: string;
  readonly #memoryMb: number;
  readonly #timeoutMs: number;
  readonly #log: WriteStream;
  readonly #idle: Worker[] = [];
  /** How many environments wait for a core to start on. */
  #announced = 0;
  readonly #all = new Set<Worker>();
  readonly #load = new Load();
  #pacing: NodeJS.Timeout | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #logStream: string;

  constructor({ id, properties, metadata }: Resource, assemblyDir: string, options: FunctionOptions) {
    this.#options = options;
    this.name = nameOf({ id, metadata });
    this.ownName = properties.FunctionName as string | undefined;
    this.role = roleId(String(properties.Role));
    this.accessKeyId = options.endpoint.credentialsFor(this.name, this.role);
    this.#bundle = join(assemblyDir, metadata["aws:asset:path"] ?? "", "index.mjs");
    this.#memoryMb = Number(properties.MemorySize);
    this.#timeoutMs = Number(properties.Timeout) * 1000;
    this.#env = {
      ...environmentOf({ id, properties }),
      ...options.environment,
      AWS_ACCESS_KEY_ID: this.accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_ENDPOINT_URL: options.endpoint.url,
    };
    this.#log = createWriteStream(join(options.logsDir, `${this.name}.log`), { flags: "a" });
    this.#log.on("error", ({ message }) =>
      options.warn(`The log of ${this.name} cannot be written: ${message}`),
    );
    const { LogGroup } = properties.LoggingConfig as { LogGroup: string };
    this.#logStream = `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${LogGroup}:log-stream:local`;
  }

  invoke(payload: string, requestId: string = randomUUID()): Promise<Outcome> {
    const invoked = () =>
      new Promise<Outcome>((settle) => {
        this.#waiting.push({ job: { payload, requestId }, settle });
        this.#dispatch();
      });
    return this.#options.concurrency.run(invoked);
  }

  async cpuMs(): Promise<number> {
    const used = await Promise.all([...this.#all].map((worker) => worker.cpuUsage()));
    return used.reduce((sum, { user, system }) => sum + (user + system) / 1000, 0);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#pacing);
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
    await new Promise((resolve) => this.#log.end(resolve));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop();
      if (!worker) break;
      this.#options.memory.busy(worker);
      this.#run(worker, this.#waiting.shift() as Waiting);
    }
    if (this.#waiting.length === 0) return;
    const first = Math.min(this.#waiting.length, AT_ONCE) - this.#size;
    for (let more = first; more > 0; more--) void this.#grow();
    this.#pacing ??= setTimeout(() => this.#reconsider(), PACE_MS);
  }

  /** Runs a while after an invocation had to wait. */
  #reconsider(): void {
    this.#pacing = undefined;
    if (this.#load.leavesTime(this.#all) && this.#size < MAX_ENVIRONMENTS) void this.#grow();
    this.#dispatch();
  }

  get #size(): number {
    return this.#all.size + this.#announced;
  }

  /** Starts another environment once a core is free, if an invocation still waits by then. */
  async #grow(): Promise<void> {
    this.#announced++;
    const done = await this.#options.cores.take();
    this.#announced--;
    try {
      // At the bottom: the environments that already served invocations have warmer caches.
      if (this.#waiting.length > 0) this.#idle.unshift(this.#rest(await this.#start()));
    } catch (error) {
      const { message } = error as Error;
      this.#waiting.shift()?.settle({ ok: false, errorType: "Runtime.ExitError", errorMessage: message });
    }
    done();
    this.#dispatch();
  }

  #run(worker: Worker, { job, settle }: Waiting): void {
    this.#options.usage.invoked(this.name);
    const startedAt = performance.now();
    const finish = (outcome: Outcome, reusable: boolean, written: string[] = []) => {
      clearTimeout(timer);
      worker.off("message", answered).off("error", crashed);
      if (reusable && !this.#options.freshEnvironments) this.#idle.push(this.#rest(worker));
      else this.#discard(worker);
      if (!outcome.ok)
        this.#write(
          `${JSON.stringify({ level: "ERROR", operation: this.name, ...outcome, request_id: job.requestId })}\n`,
        );
      this.#options.activity.invoked({ function: this.name, ...job, outcome, written, startedAt });
      settle(outcome);
      this.#dispatch();
    };
    const answered = ({ outcome, written }: Done) => finish(withinPayload(outcome), true, written);
    const crashed = (error: Error) =>
      finish({ ok: false, errorType: "Runtime.ExitError", errorMessage: error.message }, false);
    const timer = setTimeout(() => {
      const errorMessage = `Task timed out after ${this.#timeoutMs / 1000}.00 seconds`;
      finish({ ok: false, errorType: "Sandbox.Timedout", errorMessage }, false);
    }, this.#timeoutMs);
    worker.on("message", answered).on("error", crashed);
    worker.postMessage(job);
  }

  async #start(): Promise<Worker> {
    const { runtime, clock, seeds } = this.#options;
    const worker = new Worker(runtime, {
      env: this.#env,
      workerData: { bundle: this.#bundle, clock, timeoutMs: this.#timeoutMs, seed: seeds.next(this.name) },
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      stdout: true,
      stderr: true,
    });
    for (const log of [worker.stdout, worker.stderr]) log.on("data", (text) => this.#write(String(text)));
    this.#all.add(worker);
    // An environment that ended by itself cannot be used again.
    worker.on("error", () => this.#discard(worker));
    // Its first message says that its bundle is loaded.
    await new Promise((ready, failed) => {
      worker.once("message", ready).once("error", failed);
      worker.once("exit", () => failed(new Error("The environment ended while it started")));
    });
    return worker;
  }

  #rest(worker: Worker): Worker {
    this.#options.memory.idle(worker, () => this.#discard(worker));
    return worker;
  }

  #discard(worker: Worker): void {
    this.#all.delete(worker);
    this.#options.memory.busy(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    void worker.terminate();
  }

  /** A function whose role may not write logs leaves no log, as on AWS. */
  #write(text: string): void {
    const { iam } = this.#options;
    const leave = ["logs:CreateLogStream", "logs:PutLogEvents"].map((action) =>
      iam.allows(this.role, action, this.#logStream),
    );
    void Promise.all(leave).then((granted) => granted.every(Boolean) && this.#log.write(text));
  }
}
