import type { Lambda } from "../lambda/lambda.ts";
import { readStack } from "../base/nested-stacks.ts";
import { SOURCES, stackStamp, synthesiseAnew } from "./assembly.ts";
import type { Bundler } from "./bundler.ts";
import type { Bundles } from "./bundles.ts";
import { hasChanged, readStamp, root } from "./stamp.ts";
import { watchFiles } from "./watch.ts";

type Options = {
  dataDir: string;
  assemblyDir: string;
  bundles: Bundles;
  bundler: Bundler;
  lambda: Pick<Lambda, "loadError" | "renew">;
  /** Runs the assembly's changed template. */
  follow: () => Promise<void>;
  say: (message: string) => void;
  warn: (message: string) => void;
};

/** Editors write a file in several steps, and tools write several files. */
const QUIET_MS = 30;
/** More names would not fit in a line. */
const NAMED = 3;

/**
 * Follows the edits of the sources: it reloads the functions that a changed file is part of, and the stack if
 * the file is part of that. A mistake is shown once, and the last good code continues.
 */
export function followEdits(options: Options): () => void {
  const { bundles, bundler, assemblyDir, say, warn } = options;
  const changed = new Set<string>();
  let quiet: NodeJS.Timeout | undefined;
  let running = false;
  let stackIsBroken = false;
  /** The template that runs. Empty after a failure, since a part of another may run. */
  let followed = templateIn(assemblyDir);

  /** Files of code that could not be loaded. A changed stack may give it what it lacked. */
  let unloadable: string[] = [];

  /** Returns whether something was reloaded. */
  const report = async (work: Promise<string>): Promise<boolean> => {
    const startedAt = performance.now();
    const text = await work.catch((error: Error) => void warn(error.message));
    if (text) say(`${text} (${Math.round(performance.now() - startedAt)} ms)`);
    return Boolean(text);
  };

  const reloadFunctions = async (files: string[]): Promise<string> => {
    // The bundler has loaded the records and the browser's files. It has loaded no entry point.
    if (files.some((file) => !file.startsWith("functions/"))) bundler.stop();
    const names = await bundles.follow(files);
    const [tried] = names;
    const error = tried === undefined ? undefined : await options.lambda.loadError(tried);
    if (tried !== undefined) unloadable = error === undefined ? [] : files;
    // All of them have the changed file.
    if (error === undefined) options.lambda.renew(names);
    else bundles.restore(names);
    bundles.release(changed);
    if (error !== undefined) throw new Error(`${error}\nThe last good code continues.`);
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
    return names.length > 0 ? `Reloaded ${names.slice(0, NAMED).join(", ")}${more}` : "";
  };

  const reloadStack = async (files: string[]): Promise<string> => {
    const stamp = readStamp(stackStamp(assemblyDir));
    if (stamp && !stackIsBroken && !files.some((file) => hasChanged(stamp, file))) return "";
    stackIsBroken = true;
    await synthesiseAnew(options.dataDir);
    const next = templateIn(assemblyDir);
    const hasChange = next !== followed;
    if (hasChange) {
      followed = "";
      await options.follow();
      followed = next;
    }
    stackIsBroken = false;
    return hasChange ? "Reloaded the stack" : "";
  };

  const run = async () => {
    if (running) return;
    running = true;
    while (changed.size > 0) {
      const files = [...changed];
      changed.clear();
      const [, isOtherStack] = await Promise.all([
        report(reloadFunctions(files)),
        report(reloadStack(files)),
      ]);
      if (isOtherStack) for (const file of unloadable) changed.add(file);
    }
    bundles.release(changed);
    running = false;
  };

  const note = (file: string) => {
    changed.add(file);
    bundles.hold(file);
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
