import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ACCOUNT, type Properties, REGION, type Template } from "../template.ts";
import { Concurrency } from "./concurrency.ts";
import { Cores } from "./cores.ts";
import type { FunctionOptions } from "./function-options.ts";
import type { Outcome } from "./invocation.ts";
import { LocalFunction } from "./local-function.ts";
import { Memory } from "./memory.ts";

type LambdaOptions = Omit<FunctionOptions, "concurrency" | "cores" | "memory"> & {
  template: Template;
  /** How many invocations may run at the same time. */
  accountConcurrency: number;
  /** How many idle environments stay. */
  environmentsKept: number;
};

/** The program of an environment, as plain JavaScript: stripping its types would dominate every start. */
export async function runtime(): Promise<URL> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "lambda-environment.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
  });
  const [{ text } = { text: "" }] = outputFiles;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

/** The template's functions. Each runs its deployed bundle in environments, with one invocation at a time. */
export class Lambda {
  readonly #functions = new Map<string, LocalFunction>();
  readonly concurrency: Concurrency;

  constructor({ template, accountConcurrency, environmentsKept, ...more }: LambdaOptions) {
    this.concurrency = new Concurrency(accountConcurrency);
    const memory = new Memory(environmentsKept);
    const options = { ...more, concurrency: this.concurrency, cores: new Cores(), memory };
    mkdirSync(options.logsDir, { recursive: true });
    for (const resource of template.ofType("AWS::Lambda::Function")) {
      this.#functions.set(
        functionArn(resource.id),
        new LocalFunction(resource, template.assemblyDir, options),
      );
    }
  }

  /** Provides references before the functions' own properties are resolved. */
  static provideReferences(template: Template): void {
    for (const id of template.ids("AWS::Lambda::Function"))
      template.provide(id, { ref: id, Arn: functionArn(id) });
  }

  invoke(arn: string, payload: string, requestId?: string): Promise<Outcome> {
    return this.function(arn).invoke(payload, requestId);
  }

  /**
   * Finds a function by the name that the template gives it, or, if it gives none, by its construct's name.
   */
  named(name: string): LocalFunction | undefined {
    return [...this.#functions.values()].find((each) => (each.ownName ?? each.name) === name);
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
    await Promise.all([...this.#functions.values()].map((f) => f.stop()));
  }
}

/** The ARN of the function that an event source mapping names by name or ARN. */
export function functionArnOf({ FunctionName }: Properties): string {
  const name = String(FunctionName);
  return name.startsWith("arn:") ? name : functionArn(name);
}

const functionArn = (id: string) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`;
