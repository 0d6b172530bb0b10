import { randomUUID } from "node:crypto";
import type { Outcome } from "../../base/ports.ts";
import { seededRandom } from "../../base/seeded-random.ts";
import { ConfiguredFunction } from "../configured-function.ts";
import type { FunctionOptions } from "../function-options.ts";
import { callHandler, type Handler, thrownOf } from "../handler-call.ts";
import { type Job, timeoutAfter, withinPayload } from "../invocation.ts";
import type { LambdaFunction } from "../invoker.ts";
import { type Environment, showError, within } from "./present.ts";
import type { Turns } from "./turns.ts";

/** What all imported functions share. */
export type ImportedOptions = FunctionOptions & {
  turns: Turns;
  /** Loads the code of the function with this bundle. */
  load: (bundle: string) => Promise<{ handler: Handler }>;
};

/** An environment, and what its present invocation wrote. */
type Used = Environment & { written: string[] };

/**
 * A function whose handler runs in this process. It has environments as on AWS, each with one invocation at a
 * time. They differ in their variables, caches and random numbers, and start at no cost. An invocation that
 * is over time gets Lambda's answer, but its code runs on.
 */
export class ImportedFunction extends ConfiguredFunction<ImportedOptions> implements LambdaFunction {
  #idle: Used[] = [];

  /** Busy environments return to the former list, and so to none. */
  renew(): void {
    this.#idle = [];
  }

  remove = (): void => this.renew();

  invoke(payload: string, requestId: string = randomUUID()): Promise<Outcome> {
    return this.options.concurrency.run(this.name, async () => {
      await this.options.turns.take(this.name);
      return this.#run({ payload, requestId });
    });
  }

  async #run(job: Job): Promise<Outcome> {
    this.options.usage.invoked(this.name);
    const startedAt = performance.now();
    const idle = this.#idle;
    const environment = idle.pop() ?? this.#newEnvironment();
    Object.assign(environment, { requestId: job.requestId, written: [] });
    const { timeoutMs } = this.settings;
    const called = within(environment, () =>
      callHandler(
        this.options.load(this.settings.bundle),
        job,
        { variables: environment.variables, timeoutMs },
        showError,
      ),
    );
    const timer = Promise.withResolvers<"late">();
    const timeout = setTimeout(timer.resolve, timeoutMs, "late");
    const done = await Promise.race([called, timer.promise]).finally(() => clearTimeout(timeout));
    if (done !== "late") idle.push(environment);
    const outcome = done === "late" ? this.#overTime(job) : withinPayload(done);
    this.ended(job, outcome, environment.written, startedAt);
    return outcome;
  }

  #overTime({ requestId }: Job): Outcome {
    const { message } = timeoutAfter(this.settings.timeoutMs);
    const errorType = "Sandbox.Timedout";
    this.options.thrown(this.name, { name: errorType, message, stack: "", requestId, isAnswer: false });
    return { ok: false, errorType, errorMessage: message };
  }

  #newEnvironment(): Used {
    const { seeds, environment, thrown } = this.options;
    const seed = seeds.next(this.name);
    const settings = this.settings;
    const used: Used = {
      variables: { ...settings.env, ...environment },
      accessKeyId: settings.accessKeyId,
      random: seed === undefined ? undefined : seededRandom(seed),
      requestId: "",
      written: [],
      log: (text) => {
        used.written.push(text);
        this.log.write(text, settings);
      },
      show: (error) => thrown(this.name, thrownOf(error, used.requestId)),
    };
    return used;
  }

  /** It shares the process's time with everything else. */
  cpuMs = async (): Promise<number> => 0;

  stop = (): Promise<void> => this.log.end();
}
