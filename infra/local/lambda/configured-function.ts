import { isDeepStrictEqual } from "node:util";
import type { Outcome } from "../base/ports.ts";
import type { Resource } from "../base/template.ts";
import { errorLine, FunctionLog } from "./function-log.ts";
import type { FunctionOptions } from "./function-options.ts";
import { type FunctionSettings, functionSettings, nameOf } from "./function-properties.ts";
import type { Job } from "./invocation.ts";

/** What a function has however its code runs: a name, settings that follow the template, and a log. */
export abstract class ConfiguredFunction<Options extends FunctionOptions> {
  readonly name: string;
  protected readonly options: Options;
  protected readonly log: FunctionLog;
  #settings: FunctionSettings;

  constructor(resource: Resource, options: Options) {
    this.options = options;
    this.name = nameOf(resource);
    this.#settings = functionSettings(resource, options);
    this.log = new FunctionLog(this.name, options);
  }

  get settings(): FunctionSettings {
    return this.#settings;
  }

  follow(resource: Resource): void {
    const settings = functionSettings(resource, this.options);
    if (isDeepStrictEqual(settings, this.#settings)) return;
    this.#settings = settings;
    this.renew();
  }

  abstract renew(): void;

  /** Records an invocation that has ended, and what it wrote. */
  protected ended(job: Job, outcome: Outcome, written: string[], startedAt: number): void {
    if (!outcome.ok) this.log.write(errorLine(this.name, outcome, job.requestId), this.#settings);
    this.options.activity.invoked({ function: this.name, ...job, outcome, written, startedAt });
  }
}
