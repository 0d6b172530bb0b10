import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { seededRandom } from "../../../base/seeded-random.ts";
import type { FunctionOptions } from "../../../lambda/function-options.ts";
import { callHandler, type Handler, thrownOf } from "../../../lambda/handler-call.ts";
import { type Job, withinPayload } from "../../../lambda/invocation.ts";
import type { Code, Environment, Invoker } from "../../../lambda/invoker.ts";
import { commonVariables, type Present, shareProcess, showError, within } from "./present.ts";

type Handlers = Record<string, () => Promise<{ handler: Handler }>>;

const NEVER = new Promise(() => {});

/**
 * All functions in this process, from one module that exports `handlers`, so a first call is cheap. No
 * isolation: code that never ends stops everything, an uncaught error ends the process, and an invocation
 * that is over time runs on.
 */
export class Imported implements Invoker {
  readonly #handlers: Handlers;
  readonly #options: FunctionOptions;
  readonly #functions: Code[] = [];
  readonly #loaded = new Map<string, Promise<{ handler: Handler }>>();
  #loading: Present | undefined;

  constructor(handlers: Handlers, options: FunctionOptions) {
    this.#handlers = handlers;
    this.#options = options;
    shareProcess(options.endpoint);
  }

  static async from(file: string, options: FunctionOptions): Promise<Imported> {
    const { handlers } = (await import(pathToFileURL(file).href)) as { handlers: Handlers };
    return new Imported(handlers, options);
  }

  add = (code: Code): unknown => this.#functions.push(code);

  load = (): Promise<unknown> =>
    Promise.all(this.#functions.map(({ settings }) => this.#load(settings.bundle)));

  /** Invocations begin one a turn of the event loop, in the order in which they came. */
  turn = (): Promise<void> => setImmediate();

  /** It differs from others in its variables, caches and random numbers. */
  async start({ name, settings, write }: Code): Promise<Environment> {
    const { seeds, environment, thrown } = this.#options;
    const { accessKeyId, timeoutMs } = settings;
    const seed = seeds.next(name);
    let written: string[] = [];
    const present: Present = {
      variables: { ...settings.env, ...environment },
      accessKeyId,
      random: seed === undefined ? undefined : seededRandom(seed),
      requestId: "",
      log: (text) => {
        written.push(text);
        write(text);
      },
      show: (error) => thrown(name, thrownOf(error, present.requestId)),
    };
    const run = async (job: Job) => {
      present.requestId = job.requestId;
      written = [];
      const call = { variables: present.variables, timeoutMs };
      const outcome = await within(present, () =>
        callHandler(this.#load(settings.bundle), job, call, showError),
      );
      return { outcome: withinPayload(outcome), written };
    };
    // It shares the process's time with everything else.
    const none = { load: () => 0, cpuMs: async () => 0, end: () => {} };
    return { ready: Promise.resolve(), ended: NEVER, run, ...none };
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

  #newLoading(): Present {
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
