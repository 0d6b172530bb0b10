import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { building } from "../base/building.ts";
import { Cores } from "../base/cores.ts";
import { StartupFailure } from "../base/failure.ts";
import type { ThreadOptions } from "./function-options.ts";
import type { Code, Invoker } from "./invoker.ts";
import { Memory } from "./memory.ts";
import { Thread, unloadable } from "./thread.ts";

export class Threads implements Invoker {
  readonly memory: Memory;
  readonly #options: ThreadOptions;
  readonly #cores = new Cores();
  #isStopped = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.memory = new Memory(options.environmentsKept);
  }

  /** Code that is not there yet fails the start, unless it is bundled at its first call. */
  add({ settings: { entry, env } }: Code): void {
    if (!this.#options.bundles && !existsSync(entry))
      throw new StartupFailure(
        `The local cloud finds no ${entry}, which has the handler of ${env.AWS_LAMBDA_FUNCTION_NAME}. Its code must be a folder of the assembly.`,
      );
  }

  async bundled({ settings: { bundle } }: Code): Promise<void> {
    await this.#options.bundles?.ready(bundle).catch(() => {});
  }

  /** Waits for the bundle first: bundling needs no core of the environments'. */
  async start(code: Code, isWanted: () => boolean): Promise<Thread | undefined> {
    const { bundle, entry } = code.settings;
    const file = (await this.#options.bundles?.ready(bundle)) ?? entry;
    const done = await this.#cores.take();
    if (!isWanted()) return void done();
    const thread = new Thread(file, code, this.#options);
    const show = (error: Error) => this.#isStopped || this.#options.thrown(code.name, unloadable(error));
    void thread.ready.catch(show).finally(done);
    return thread;
  }

  stop(): void {
    this.#isStopped = true;
    this.memory.stop();
  }
}

/** As JavaScript: stripping types would dominate every start. In a file, whose frames are short. */
export async function runtime(dir: string): Promise<URL> {
  const outfile = join(dir, "lambda-environment.mjs");
  // esbuild would print a full disk as an error of the source.
  const options = { bundle: true, platform: "node", format: "esm", write: false } as const;
  const entryPoints = [join(import.meta.dirname, "lambda-environment.ts")];
  const { outputFiles } = await building(() => build({ ...options, entryPoints }));
  for (const { contents } of outputFiles) writeFileSync(outfile, contents);
  return pathToFileURL(outfile);
}
