import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ACCOUNT, type Properties, REGION, type Resource, type Template } from "../template.ts";
import { Concurrency } from "./concurrency.ts";
import { Cores } from "./cores.ts";
import { delays } from "./delays.ts";
import { loadError } from "./environment.ts";
import type { FunctionOptions } from "./function-options.ts";
import { nameOf } from "./function-properties.ts";
import type { Outcome } from "./invocation.ts";
import { LocalFunction } from "./local-function.ts";
import { Memory } from "./memory.ts";
import { thrownText } from "./thrown-text.ts";

type LambdaOptions = Omit<FunctionOptions, "concurrency" | "cores" | "memory"> & {
  template: Template;
  /** How many invocations may run at the same time. */
  accountConcurrency: number;
  delaySeed?: number | undefined;
  /** How many idle environments stay. Absent: the process's memory decides. */
  environmentsKept?: number | undefined;
};

/** What Lambda answers for a function that does not exist. */
export const NOT_FOUND = "ResourceNotFoundException";

/**
 * Writes the program of an environment as plain JavaScript: stripping its types would dominate every start.
 * It is a file, because the frames of a `data:` URL would hold the whole program.
 */
export async function runtime(dir: string): Promise<URL> {
  const outfile = join(dir, "lambda-environment.mjs");
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "lambda-environment.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    // esbuild would print a full disk as an error of the source.
    write: false,
  });
  for (const { contents } of outputFiles) writeFileSync(outfile, contents);
  return pathToFileURL(outfile);
}

/** The template's functions. Each runs its deployed bundle in environments, with one invocation at a time. */
export class Lambda {
  readonly #functions = new Map<string, LocalFunction>();
  readonly #options: FunctionOptions;
  readonly #memory: Memory;
  readonly concurrency: Concurrency;

  constructor({ template, accountConcurrency, delaySeed, environmentsKept, ...more }: LambdaOptions) {
    this.concurrency = new Concurrency(accountConcurrency, delays(delaySeed));
    this.#memory = new Memory(environmentsKept);
    const shared = { concurrency: this.concurrency, cores: new Cores(), memory: this.#memory };
    this.#options = { ...more, ...shared };
    mkdirSync(more.logsDir, { recursive: true });
    this.follow(template);
  }

  /** Takes the functions and their settings from a template. */
  follow(template: Template): void {
    const former = new Map(this.#functions);
    const resources = template.ofType("AWS::Lambda::Function");
    this.concurrency.reserve(reservations(resources));
    for (const resource of resources) {
      const arn = functionArn(resource.id);
      former.get(arn)?.follow(resource);
      if (!former.delete(arn)) this.#functions.set(arn, new LocalFunction(resource, this.#options));
    }
    for (const [arn, removed] of former) {
      this.#functions.delete(arn);
      removed.remove();
    }
  }

  /** The next invocations of the functions with these bundles get environments with the present code. */
  renew(bundles: readonly string[]): void {
    for (const each of this.#functions.values()) if (bundles.includes(each.settings.bundle)) each.renew();
  }

  /** Loads the present code of one of the functions with a bundle, and returns the error that this throws. */
  async loadError(bundle: string): Promise<string | undefined> {
    const user = [...this.#functions.values()].find(({ settings }) => settings.bundle === bundle);
    if (!user) return undefined;
    const entry = (await this.#options.bundles?.ready(bundle)) ?? user.settings.entry;
    const error = await loadError(entry, user.name, user.settings, this.#options);
    return error && thrownText(user.name, error);
  }

  /** Provides references before the functions' own properties are resolved. */
  static provideReferences(template: Template): void {
    for (const id of template.ids("AWS::Lambda::Function"))
      template.provide(id, { ref: id, Arn: functionArn(id) });
  }

  /** An edit may have removed the function, while an execution or a request still names it. */
  async invoke(arn: string, payload: string, requestId?: string): Promise<Outcome> {
    const found = this.#functions.get(arn);
    if (!found) return { ok: false, errorType: NOT_FOUND, errorMessage: `Function not found: ${arn}` };
    return found.invoke(payload, requestId);
  }

  /**
   * Finds a function by the name that the template gives it, or, if it gives none, by its construct's name.
   */
  named(name: string): LocalFunction | undefined {
    return [...this.#functions.values()].find((each) => (each.settings.ownName ?? each.name) === name);
  }

  has = (arn: string): boolean => this.#functions.has(arn);

  function(arn: string): LocalFunction {
    const found = this.#functions.get(arn);
    if (!found) throw new Error(`The template has no function ${arn}`);
    return found;
  }

  /** The CPU time in ms that the present environments of each function have used. */
  async cpuMs(): Promise<Record<string, number>> {
    const functions = [...this.#functions.values()];
    return Object.fromEntries(await Promise.all(functions.map(async (f) => [f.name, await f.cpuMs()])));
  }

  async stop(): Promise<void> {
    this.#memory.stop();
    await Promise.all([...this.#functions.values()].map((f) => f.stop()));
  }
}

const reservations = (functions: readonly Resource[]): Map<string, number> =>
  new Map(
    functions
      .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
      .map((each) => [nameOf(each), Number(each.properties.ReservedConcurrentExecutions)]),
  );

/** The ARN of the function that an event source mapping names by name or ARN. */
export function functionArnOf({ FunctionName }: Properties): string {
  const name = String(FunctionName);
  return name.startsWith("arn:") ? name : functionArn(name);
}

const functionArn = (id: string) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`;
