import { pathToFileURL } from "node:url";
import type { Resource } from "../../base/template.ts";
import type { FunctionOptions } from "../function-options.ts";
import type { Handler } from "../handler-call.ts";
import type { Invoker } from "../invoker.ts";
import { ImportedFunction, type ImportedOptions } from "./imported-function.ts";
import { commonVariables, type Environment, shareProcess, within } from "./present.ts";
import { Turns } from "./turns.ts";

/** How to load the code of each function, by the name of its bundle. */
type Handlers = Record<string, () => Promise<{ handler: Handler }>>;

/**
 * All functions in this process, from one module that exports `handlers`. They share code, compiled code and
 * connections, so a first call is cheap. There is no isolation: code that never ends stops everything, and an
 * error that nothing catches ends the process. A process has one of these.
 */
export class Imported implements Invoker {
  readonly #handlers: Handlers;
  readonly #options: ImportedOptions;
  readonly #functions: ImportedFunction[] = [];
  readonly #loaded = new Map<string, Promise<{ handler: Handler }>>();
  #loading: Environment | undefined;

  constructor(handlers: Handlers, options: FunctionOptions) {
    this.#handlers = handlers;
    this.#options = { ...options, turns: new Turns(), load: (bundle) => this.#load(bundle) };
    shareProcess(options.endpoint);
  }

  static async from(file: string, options: FunctionOptions): Promise<Imported> {
    const { handlers } = (await import(pathToFileURL(file).href)) as { handlers: Handlers };
    return new Imported(handlers, options);
  }

  functionOf(resource: Resource): ImportedFunction {
    const made = new ImportedFunction(resource, this.#options);
    this.#functions.push(made);
    return made;
  }

  /** Functions share modules, so a module loads in an environment that is no function's. */
  #load(bundle: string): Promise<{ handler: Handler }> {
    const load = this.#handlers[bundle];
    if (!load) return Promise.reject(new Error(`No handler is named ${bundle}.`));
    this.#loading ??= this.#newLoading();
    const loaded = this.#loaded.get(bundle) ?? within(this.#loading, load);
    this.#loaded.set(bundle, loaded);
    return loaded;
  }

  #newLoading(): Environment {
    const { environment, warn } = this.#options;
    return {
      variables: commonVariables(
        this.#functions.map(({ settings }) => ({ ...settings.env, ...environment })),
      ),
      accessKeyId: "",
      random: undefined,
      requestId: "",
      log: warn,
      show: (error) => warn(String(error)),
    };
  }

  stop(): void {}
}
