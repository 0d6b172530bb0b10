import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { building } from "../base/building.ts";
import { Cores } from "../base/cores.ts";
import { BUNDLE, compileCache, runProgram, TEXTS } from "./assembly.ts";
import { isCurrent, readStamp, realTime, type Stamp, stampOf, writeStamp } from "./stamp.ts";

type Inputs = Record<string, string[]>;
type Texts = { define: Record<string, string>; inputs: string[] };
type Bundle = (
  entries: Record<string, string>,
  assembly: string,
  texts: (names: readonly string[]) => Promise<Texts[]>,
  logLevel: "silent",
) => Promise<Inputs>;

/** Bundles functions in this process. An order waits for a core: more at once would need more memory. */
export class Bundler {
  readonly #dir: string;
  readonly #texts = new Map<string, Promise<Texts[]>>();
  readonly #cores = new Cores();

  constructor(dir: string) {
    this.#dir = dir;
  }

  async bundle(names: readonly string[], assembly: string): Promise<Inputs> {
    const done = await this.#cores.take();
    return building(() => this.#bundle(names, assembly)).finally(done);
  }

  async #bundle(names: readonly string[], assembly: string): Promise<Inputs> {
    const sources: Record<string, string> = JSON.parse(readFileSync(join(assembly, "sources.json"), "utf8"));
    const entries = names.map((name) => {
      const source = sources[name];
      if (source === undefined) throw new Error(`No record is named ${name}`);
      return [name, source];
    });
    // An edit of that module takes effect at once.
    const url = `${pathToFileURL(BUNDLE).href}?${statSync(BUNDLE).mtimeMs}`;
    const { bundle } = (await import(url)) as { bundle: Bundle };
    return bundle(Object.fromEntries(entries), assembly, (texts) => this.#textsOf(texts, assembly), "silent");
  }

  /** Stored in the assembly, and made again when their sources have changed. */
  #textsOf(names: readonly string[], assembly: string): Promise<Texts[]> {
    const key = names.join();
    const making = this.#texts.get(key) ?? this.#make(names, join(assembly, "texts"));
    this.#texts.set(key, making);
    return making.finally(() => this.#texts.delete(key));
  }

  async #make(names: readonly string[], folder: string): Promise<Texts[]> {
    const fileOf = (name: string) => join(folder, `${name}.json`);
    const stored = (name: string) => readStamp(fileOf(name)) as (Stamp & Texts) | undefined;
    const changed = names.filter((name) => !isCurrent(stored(name) ?? { settings: "none", files: {} }));
    if (changed.length > 0) {
      const since = realTime();
      const env = { ...process.env, ...compileCache(this.#dir) };
      const results = JSON.parse(await runProgram(TEXTS, changed, env)) as Texts[];
      for (const [at, texts] of results.entries())
        writeStamp(fileOf(String(changed[at])), { ...stampOf(texts.inputs, since), ...texts });
    }
    return names.map((name) => stored(name) as Stamp & Texts);
  }
}
