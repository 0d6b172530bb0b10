import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { building } from "../base/building.ts";
import { Cores } from "../base/cores.ts";
import { StartupFailure } from "../base/failure.ts";
import type { Resource } from "../base/template.ts";
import type { ThreadOptions } from "./function-options.ts";
import type { Invoker } from "./invoker.ts";
import { Memory } from "./memory.ts";
import { ThreadedFunction } from "./threaded-function.ts";

type Options = Omit<ThreadOptions, "cores" | "memory"> & {
  /** How many idle environments stay. Absent: the process's memory decides. */
  environmentsKept?: number | undefined;
};

/** Each function's deployed bundle, in threads. */
export class Threads implements Invoker {
  readonly #options: ThreadOptions;

  constructor({ environmentsKept, ...more }: Options) {
    this.#options = { ...more, cores: new Cores(), memory: new Memory(environmentsKept) };
  }

  functionOf(resource: Resource): ThreadedFunction {
    const made = new ThreadedFunction(resource, this.#options);
    const { entry } = made.settings;
    if (!this.#options.bundles && !existsSync(entry))
      throw new StartupFailure(
        `The local cloud finds no ${entry}, which has the handler of ${resource.id}. Its code must be a folder of the assembly or a text of the template.`,
      );
    return made;
  }

  stop(): void {
    this.#options.memory.stop();
  }
}

/**
 * Writes the program of an environment as plain JavaScript: stripping its types would dominate every start.
 * It is a file, because the frames of a `data:` URL would hold the whole program.
 */
export async function runtime(dir: string): Promise<URL> {
  const outfile = join(dir, "lambda-environment.mjs");
  // esbuild would print a full disk as an error of the source.
  const options = { bundle: true, platform: "node", format: "esm", write: false } as const;
  const entryPoints = [join(import.meta.dirname, "lambda-environment.ts")];
  const { outputFiles } = await building(() => build({ ...options, entryPoints }));
  for (const { contents } of outputFiles) writeFileSync(outfile, contents);
  return pathToFileURL(outfile);
}
