import type { Outcome } from "../base/ports.ts";
import type { Resource } from "../base/template.ts";
import type { FunctionSettings } from "./function-properties.ts";

/** A function of the template, as the other parts of the local cloud see it. */
export type LambdaFunction = {
  /** Its name in files and logs, such as `start-signup`. */
  readonly name: string;
  readonly settings: FunctionSettings;
  /** Takes its settings from a changed template. */
  follow(resource: Resource): void;
  /** The next invocations get environments with the present code and variables. */
  renew(): void;
  /** The template has it no longer. Waiting invocations still run. */
  remove(): void;
  invoke(payload: string, requestId?: string): Promise<Outcome>;
  /** The CPU time in ms that its present environments have used. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
};

/**
 * How the code of functions runs. `Threads` runs deployed bundles, each in environments of its own.
 * `Imported` runs all handlers in this process. The other parts see no difference.
 */
export type Invoker = {
  functionOf(resource: Resource): LambdaFunction;
  stop(): void;
};
