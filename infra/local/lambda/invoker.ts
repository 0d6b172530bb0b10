import type { FunctionSettings } from "./function-properties.ts";
import type { Done, Job } from "./invocation.ts";
import type { Memory } from "./memory.ts";

export type Code = {
  /** Its name in files and logs, such as `start-signup`. */
  readonly name: string;
  readonly settings: FunctionSettings;
  write(text: string): void;
};

export type Environment = {
  readonly ready: Promise<unknown>;
  /** Resolves when it has ended by itself, so it cannot be used again. */
  readonly ended: Promise<unknown>;
  /** Rejects with the error that ended it. */
  run(job: Job): Promise<Done>;
  load(): number;
  cpuMs(): Promise<number>;
  end(): unknown;
};

/** `Threads` runs bundles, each in environments of its own. */
export type Invoker = {
  /** Starts an environment when there is room for it. Undefined: no invocation waits for it any more. */
  start(code: Code, isWanted: () => boolean): Promise<Environment | undefined>;
  readonly memory?: Memory;
  load?(): Promise<unknown>;
  /** Resolves when the code is bundled. A mistake in it is the invocation's outcome. */
  bundled?(code: Code): Promise<unknown>;
  add?(code: Code): void;
  turn?(): Promise<void>;
  stop(): void;
};
