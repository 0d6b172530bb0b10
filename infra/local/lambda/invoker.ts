import type { FunctionSettings } from "./function-properties.ts";
import type { Done, Job } from "./invocation.ts";
import type { Memory } from "./memory.ts";

/** What an environment needs of its function. */
export type Code = {
  /** Its name in files and logs, such as `start-signup`. */
  readonly name: string;
  readonly settings: FunctionSettings;
  write(text: string): void;
};

/** Where a function's code runs, with one invocation at a time. */
export type Environment = {
  /** Rejects if the code cannot be loaded. */
  readonly ready: Promise<unknown>;
  /** Resolves when it has ended by itself, so it cannot be used again. */
  readonly ended: Promise<unknown>;
  /** Rejects with the error that ended it. */
  run(job: Job): Promise<Done>;
  /** The share of its time that it computed since the last call. */
  load(): number;
  cpuMs(): Promise<number>;
  end(): unknown;
};

/** `Threads`: bundles, each in environments of its own. `Imported`: all handlers here. */
export type Invoker = {
  /** Starts an environment when there is room for it. Undefined: no invocation waits for it any more. */
  start(code: Code, isWanted: () => boolean): Promise<Environment | undefined>;
  /** Limits the idle environments. Absent: one costs nothing, so each invocation that waits gets one. */
  readonly memory?: Memory;
  load?(): Promise<unknown>;
  add?(code: Code): void;
  turn?(name: string): Promise<void>;
  stop(): void;
};
