import { readStack } from "../base/nested-stacks.ts";
import { root } from "../base/root.ts";
import { SOURCES, stackStamp, synthesiseAnew } from "./assembly.ts";
import type { Bundles } from "./bundles.ts";
import { type CodeMistakes, mistakeIn } from "./mistakes.ts";
import { hasChanged, readStamp } from "./stamp.ts";
import { watchFiles } from "./watch.ts";

type Options = {
  dataDir: string;
  assemblyDir: string;
  bundles: Bundles;
  lambda: { renew(bundles?: readonly string[]): void };
  mistakes: CodeMistakes;
  follow: () => Promise<void>;
  /** The stack cannot be followed for this reason. Undefined: the present one runs. */
  behind: (reason: string | undefined) => void;
  say: (message: string) => void;
  warn: (message: string) => void;
};

/** Editors write a file in several steps, and tools write several files. */
const QUIET_MS = 30;

/** From a save on, its functions run no former code. A file of the stack synthesises that anew. */
export function followEdits(options: Options): () => void {
  const { bundles, lambda, assemblyDir, mistakes, say, warn } = options;
  const changed = new Set<string>();
  /** The functions that the files in `changed` are part of. */
  const affected = new Set<string>();
  let quiet: NodeJS.Timeout | undefined;
  let running = false;
  let stackIsBroken = false;
  /** The template that runs. Empty after a failure, since a part of another may run. */
  let followed = templateIn(assemblyDir);

  const report = async (work: Promise<string>, startedAt = performance.now()): Promise<void> => {
    const text = await work.catch((error: unknown) => void mistakes.show(mistakeIn(error)));
    if (text) say(`${text} (${Math.round(performance.now() - startedAt)} ms)`);
  };

  /** Shows a mistake at once, and saves the next call the wait. A call under way has the cores. */
  const reloadFunctions = async (names: readonly string[]): Promise<string> => {
    const first = names.find(bundles.isAsked) ?? names[0];
    if (first === undefined) return "";
    await bundles.ready(first);
    const others = names.length - 1;
    return `Reloaded ${first}${others > 0 ? `, and ${others} more at their next call` : ""}`;
  };

  const reloadStack = async (files: string[]): Promise<string> => {
    const stamp = readStamp(stackStamp(assemblyDir));
    if (stamp && !stackIsBroken && !files.some((file) => hasChanged(stamp, file))) return "";
    stackIsBroken = true;
    try {
      await synthesiseAnew(options.dataDir);
      const next = templateIn(assemblyDir);
      const hasChange = next !== followed;
      if (hasChange) {
        followed = "";
        await options.follow();
        followed = next;
      }
      stackIsBroken = false;
      options.behind(undefined);
      return hasChange ? "Reloaded the stack" : "";
    } catch (error) {
      options.behind(mistakeIn(error).message);
      throw error;
    }
  };

  const run = async () => {
    if (running) return;
    running = true;
    while (changed.size > 0) {
      const files = [...changed];
      const names = [...affected];
      changed.clear();
      affected.clear();
      mistakes.forget();
      await Promise.all([report(reloadFunctions(names)), report(reloadStack(files))]);
    }
    running = false;
  };

  const note = (file: string) => {
    const names = bundles.edited([file]);
    lambda.renew(names);
    for (const name of names) affected.add(name);
    changed.add(file);
    clearTimeout(quiet);
    quiet = setTimeout(() => void run(), QUIET_MS);
  };
  const stop = watchFiles(root, SOURCES, { changed: note, warn });
  return () => {
    clearTimeout(quiet);
    stop();
  };
}

const templateIn = (assemblyDir: string): string => JSON.stringify(readStack(assemblyDir));
