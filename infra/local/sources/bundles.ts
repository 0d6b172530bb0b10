import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Bundler } from "./bundler.ts";
import { linkBundle } from "./linked-bundle.ts";
import { hasChanged, isCurrent, readStamp, realTime, type Stamp, stampOf, writeStamp } from "./stamp.ts";

type MaybePromise<T> = T | Promise<T>;

const stampsIn = (assemblyDir: string) => join(assemblyDir, "inputs");
const stampFile = (assemblyDir: string, name: string) => join(stampsIn(assemblyDir), `${name}.json`);
const folderOf = (assemblyDir: string, name: string) => join(assemblyDir, "functions", name);
/** Where the last code of a function is kept that could be loaded. */
const formerOf = (assemblyDir: string, name: string) => join(assemblyDir, "former", name);
const entryIn = (assemblyDir: string, name: string) => join(folderOf(assemblyDir, name), "index.mjs");

/** Whether the assembly has the function's bundle, made from the sources as they are. */
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

type Options = {
  assemblyDir: string;
  bundler: Pick<Bundler, "bundle">;
  /** Shows what takes long. */
  during: <T>(what: string, work: Promise<T>) => Promise<T>;
  warn: (message: string) => void;
  /** While sources are edited, the last good bundle of a function runs until its sources are correct. */
  editing: boolean;
  /** A folder for copies that name their source maps. Absent: no debugger needs them. */
  linkInto?: string | undefined;
};

/** The functions' bundles. Each is made at the function's first call, if its sources have changed since. */
export class Bundles {
  readonly #options: Options;
  readonly #ready = new Map<string, Promise<string>>();
  readonly #stamps = new Map<string, Stamp>();
  /** Functions with their former bundles, because the present code cannot be loaded. */
  readonly #restored = new Set<string>();
  /** Why the last bundling of a function failed. Any change may repair it, such as a new file. */
  readonly #broken = new Map<string, string>();
  readonly #held = new Map<string, PromiseWithResolvers<void>>();

  constructor(options: Options) {
    this.#options = options;
    if (!existsSync(stampsIn(options.assemblyDir))) return;
    for (const file of readdirSync(stampsIn(options.assemblyDir))) {
      const stamp = readStamp(join(stampsIn(options.assemblyDir), file));
      if (stamp) this.#stamps.set(file.replace(/\.json$/, ""), stamp);
    }
  }

  /** Resolves with the file to load, once it is there. Concurrent calls wait for one bundling. */
  ready(name: string): Promise<string> {
    const known = this.#ready.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    this.#ready.set(name, made);
    made.catch(() => this.#ready.delete(name));
    return made;
  }

  /** While this is a promise, the function's sources have changed and its next bundle is not there yet. */
  held = (name: string): Promise<void> | undefined => this.#held.get(name)?.promise;

  /** Holds the calls of the functions that consist of `file`, until `release`. */
  hold(file: string): void {
    for (const [name, { files }] of this.#stamps)
      if (file in files && !this.#held.has(name)) this.#held.set(name, Promise.withResolvers());
  }

  /** Ends the holds, but not those of functions that consist of one of these files, whose reload comes. */
  release(changed: ReadonlySet<string>): void {
    for (const [name, { resolve }] of this.#held) {
      const files = Object.keys(this.#stamps.get(name)?.files ?? {});
      if (files.some((file) => changed.has(file))) continue;
      resolve();
      this.#held.delete(name);
    }
  }

  /**
   * Bundles the functions that ran and consist of a changed file, or if none of them ran, one of the others,
   * so that a mistake shows at once. The rest is bundled at its next call. Returns the names of the new
   * bundles.
   */
  async follow(files: readonly string[]): Promise<string[]> {
    const affected = [...this.#stamps]
      .filter(([name, stamp]) =>
        files.some((file) => hasChanged(stamp, file) || (this.#restored.has(name) && file in stamp.files)),
      )
      .map(([name]) => name);
    const ran = affected.filter((name) => this.#ready.has(name));
    const names = ran.length > 0 ? ran : affected.slice(0, 1);
    const { assemblyDir } = this.#options;
    for (const name of names) copyFolder(folderOf(assemblyDir, name), formerOf(assemblyDir, name));
    const others = [...this.#broken.keys()].filter((name) => !names.includes(name));
    return [...(await this.#bundleAll(names)), ...(await this.#bundleEach(others))];
  }

  /** Puts the bundles back that `follow` replaced. The next start makes new ones. */
  restore(names: readonly string[]): void {
    const { assemblyDir } = this.#options;
    for (const name of names) {
      rmSync(stampFile(assemblyDir, name), { force: true });
      copyFolder(formerOf(assemblyDir, name), folderOf(assemblyDir, name));
      this.#restored.add(name);
      this.#link(name);
    }
  }

  /** In one call, which is faster. After a mistake each in its own, so that it stops no other function. */
  async #bundleAll(names: readonly string[]): Promise<readonly string[]> {
    if (names.length < 2) return this.#bundleEach(names);
    return this.#bundle(names).then(
      () => names,
      () => this.#bundleEach(names),
    );
  }

  /** Shows each mistake once. */
  async #bundleEach(names: readonly string[]): Promise<string[]> {
    const bundled: string[] = [];
    for (const name of names) {
      try {
        await this.#bundle([name]);
        bundled.push(name);
      } catch (error) {
        const { message } = error as Error;
        if (![...this.#broken.values()].includes(message)) this.#options.warn(message);
        this.#broken.set(name, message);
      }
    }
    return bundled;
  }

  async #make(name: string): Promise<string> {
    const { assemblyDir, during, warn, editing } = this.#options;
    try {
      if (!isBundled(assemblyDir, name)) {
        await during(`Bundling ${name}`, this.#bundle([name]));
        // A save during the first bundling: until now, no stamp said which function the file is part of.
        if (editing && !isBundled(assemblyDir, name)) await this.#bundle([name]);
      }
    } catch (error) {
      warn((error as Error).message);
      if (!editing || !existsSync(entryIn(assemblyDir, name))) throw error;
    }
    return this.#link(name);
  }

  #link(name: string): string {
    const { assemblyDir, linkInto } = this.#options;
    return linkInto ? linkBundle(assemblyDir, name, linkInto) : entryIn(assemblyDir, name);
  }

  async #bundle(names: readonly string[]): Promise<void> {
    const { assemblyDir, bundler } = this.#options;
    const stamps = await makeBundles(names, assemblyDir, (...order) => bundler.bundle(...order));
    for (const [name, stamp] of Object.entries(stamps)) {
      this.#stamps.set(name, stamp);
      this.#broken.delete(name);
      this.#restored.delete(name);
      this.#link(name);
    }
  }
}

function copyFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
