import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { functionArn, type Outcome, THROTTLED } from "../base/ports.ts";
import type { Resource } from "../base/template.ts";
import { Dispatcher } from "./dispatcher.ts";
import { errorLine, FunctionLog } from "./function-log.ts";
import type { FunctionOptions } from "./function-options.ts";
import { type FunctionSettings, functionSettings, nameOf } from "./function-properties.ts";
import { type Done, type Job, timeoutAfter } from "./invocation.ts";
import type { Code, Environment, Invoker } from "./invoker.ts";
import { notStarted } from "./thrown-text.ts";

type Failed = { errorType: string; message: string; stack: string };

export class LambdaFunction implements Code {
  readonly name: string;
  readonly #id: string;
  readonly #options: FunctionOptions;
  readonly #invoker: Invoker;
  readonly #log: FunctionLog;
  readonly #dispatcher: Dispatcher;
  #settings: FunctionSettings;
  #isStopped = false;

  constructor(resource: Resource, options: FunctionOptions, invoker: Invoker) {
    this.name = nameOf(resource);
    this.#id = resource.id;
    this.#options = options;
    this.#invoker = invoker;
    this.#settings = functionSettings(resource, options);
    this.#log = new FunctionLog(this.name, options);
    this.#dispatcher = new Dispatcher(this, invoker);
    invoker.add?.(this);
  }

  get arn(): string {
    return functionArn(this.#id);
  }

  get settings(): FunctionSettings {
    return this.#settings;
  }

  follow(resource: Resource): void {
    const settings = functionSettings(resource, this.#options);
    if (isDeepStrictEqual(settings, this.#settings)) return;
    this.#settings = settings;
    this.renew();
  }

  bundled = (): Promise<unknown> | undefined => this.#invoker.bundled?.(this);

  renew = (): void => this.#dispatcher.renew();

  /** The template has it no longer. Waiting invocations still run. */
  remove = (): void => this.#dispatcher.remove();

  write = (text: string): void => this.#log.write(text, this.#settings);

  async invoke(payload: string, requestId: string = randomUUID()): Promise<Outcome> {
    const { concurrency } = this.#options;
    const invokedAt = Date.now();
    const outcome = await concurrency.run(this.name, async () => {
      this.#measure({ ConcurrentExecutions: concurrency.running }, invokedAt);
      await this.#invoker.turn?.();
      return this.#run({ payload, requestId });
    });
    const isThrottled = !outcome.ok && outcome.errorType === THROTTLED;
    this.#measure(isThrottled ? { Throttles: 1 } : { Invocations: 1, Errors: outcome.ok ? 0 : 1 }, invokedAt);
    return outcome;
  }

  /** Lambda dates an invocation by its start. */
  #measure(values: Record<string, number>, at: number): void {
    this.#options.metrics.of("AWS/Lambda", { FunctionName: this.#id }, values, at);
  }

  async cpuMs(): Promise<number> {
    const used = await Promise.all(this.#dispatcher.environments().map((each) => each.cpuMs()));
    return used.reduce((sum, each) => sum + each, 0);
  }

  /** Invocations get no outcome: a failure would be stored, and the next start repeats them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#dispatcher.stop();
    await this.#log.end();
  }

  async #run(job: Job): Promise<Outcome> {
    const environment = await this.#dispatcher.take().catch((error: Error) => error);
    if (environment instanceof Error) return notStarted(this.name, environment);
    this.#options.usage.invoked(this.name);
    const startedAt = performance.now();
    const done = await this.#inTime(environment, job);
    if (this.#isStopped) return new Promise(() => {});
    const isOver = "outcome" in done;
    this.#dispatcher.give(environment, isOver);
    const { outcome, written } = isOver ? done : this.#failed(job, done);
    if (!outcome.ok) this.write(errorLine(this.name, outcome, job.requestId));
    this.#options.activity.invoked({ function: this.name, ...job, outcome, written, startedAt });
    return outcome;
  }

  async #inTime(environment: Environment, job: Job): Promise<Done | Failed> {
    const { timeoutMs } = this.#settings;
    const late = Promise.withResolvers<Failed>();
    const end = { errorType: "Sandbox.Timedout", ...timeoutAfter(timeoutMs), stack: "" };
    const timer = setTimeout(late.resolve, timeoutMs, end);
    const done = environment.run(job).catch(({ message, stack = "" }: Error): Failed => {
      return { errorType: "Runtime.ExitError", message, stack };
    });
    return Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
  }

  #failed({ requestId }: Job, { errorType, message, stack }: Failed): Done {
    this.#options.thrown(this.name, { name: errorType, message, stack, requestId, isAnswer: false });
    return { outcome: { ok: false, errorType, errorMessage: message }, written: [] };
  }
}
