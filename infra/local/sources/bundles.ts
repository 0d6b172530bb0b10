import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bundler } from "./bundler.ts";
import { linkBundle } from "./linked-bundle.ts";
import { type CodeMistakes, mistakeIn } from "./mistakes.ts";
import { hasChanged, isCurrent, readStamp, realTime, type Stamp, stampOf, writeStamp } from "./stamp.ts";

const LOOK_EVERY_MS = 200;

type MaybePromise<T> = T | Promise<T>;

const stampsIn = (assemblyDir: string) => join(assemblyDir, "inputs");
const stampFile = (assemblyDir: string, name: string) => join(stampsIn(assemblyDir), `${name}.json`);
const folderOf = (assemblyDir: string, name: string) => join(assemblyDir, "functions", name);
const entryIn = (assemblyDir: string, name: string) => join(folderOf(assemblyDir, name), "index.mjs");

export function isBundled(assemblyDir: string, name: string): boolean {
  const stamp = readStamp(stampFile(assemblyDir, name));
  return stamp !== undefined && isCurrent(stamp) && existsSync(entryIn(assemblyDir, name));
}

/** Makes bundles with `bundle`, and stores what each was made from. A failure changes nothing. */
export async function makeBundles(
  names: readonly string[],
  assemblyDir: string,
  bundle: (names: readonly string[], assembly: string) => MaybePromise<Record<string, string[]>>,
): Promise<Record<string, Stamp>> {
  const since = realTime();
  const inputs = await bundle(names, assemblyDir);
  const stamps = Object.fromEntries(names.map((name) => [name, stampOf(inputs[name] ?? [], since)]));
  for (const [name, stamp] of Object.entries(stamps)) writeStamp(stampFile(assemblyDir, name), stamp);
  return stamps;
}

type During = <T>(what: string, work: Promise<T>) => Promise<T>;
type Options = {
  assemblyDir: string;
  bundler: Pick<Bundler, "bundle">;
  during: During;
  mistakes: CodeMistakes;
  /** A folder for copies that name their source maps. Absent: no debugger needs them. */
  linkInto?: string | undefined;
};

export class Bundles {
  readonly #options: Options;
  /** The one that was asked for last is at the end. */
  readonly #ready = new Map<string, Promise<string>>();
  readonly #stamps = new Map<string, Stamp>();
  readonly #making = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    if (!existsSync(stampsIn(options.assemblyDir))) return;
    for (const file of readdirSync(stampsIn(options.assemblyDir))) {
      const stamp = readStamp(join(stampsIn(options.assemblyDir), file));
      if (stamp) this.#stamps.set(file.replace(/\.json$/, ""), stamp);
    }
  }

  /** Concurrent calls wait for one bundling. Rejects without a correct source: no former code runs. */
  ready(name: string, during = this.#options.during): Promise<string> {
    const bundle = this.#ready.get(name) ?? this.#make(name, during);
    this.#ready.delete(name);
    this.#ready.set(name, bundle);
    bundle.catch(() => this.#ready.get(name) === bundle && this.#ready.delete(name));
    return bundle;
  }

  /** One after the other, each when nothing else is bundled. It prints mistakes only. */
  async makeBeforehand(names: readonly string[]): Promise<void> {
    for (const name of names) {
      while (this.#making.size > 0) await sleep(LOOK_EVERY_MS, undefined, { ref: false });
      await this.ready(name, (_, work) => work).catch(() => {});
    }
  }

  isAsked = (name: string): boolean => this.#ready.has(name);

  /** Returns the functions whose bundle has a changed file, the last asked for first. */
  edited(files: readonly string[]): string[] {
    const consists = (name: string) => {
      const stamp = this.#stamps.get(name);
      return stamp !== undefined && files.some((file) => hasChanged(stamp, file));
    };
    const ready = [...this.#ready.keys()].reverse();
    const affected = ready.filter(consists);
    // What a bundle in the making consists of is not known yet.
    const others = ready.filter((name) => this.#making.has(name) && !affected.includes(name));
    for (const name of [...affected, ...others]) this.#ready.delete(name);
    return [...affected, ...others];
  }

  async #make(name: string, during: During): Promise<string> {
    const { assemblyDir, mistakes, linkInto } = this.#options;
    try {
      if (!isBundled(assemblyDir, name)) await during(`Bundling ${name}`, this.#bundle(name));
    } catch (error) {
      const mistake = mistakeIn(error);
      mistakes.show(mistake);
      throw mistake;
    }
    return linkInto ? linkBundle(assemblyDir, name, linkInto) : entryIn(assemblyDir, name);
  }

  async #bundle(name: string): Promise<void> {
    const { assemblyDir, bundler } = this.#options;
    this.#making.add(name);
    const stamps = await makeBundles([name], assemblyDir, (...order) => bundler.bundle(...order)).finally(
      () => this.#making.delete(name),
    );
    for (const [bundle, stamp] of Object.entries(stamps)) this.#stamps.set(bundle, stamp);
  }
}
