import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { type Globals, useGlobals } from "./globals.ts";
import { beginSuite } from "./hooks.ts";
import type PlainEnvironment from "./plain-environment.ts";

export const __esModule = true;

const require = createRequire(import.meta.url);
const CIRCUS_STATE = /^(EVENT_HANDLERS|JEST_STATE_SYMBOL)$/;

/**
 * Stands in for Jest's module registry, which compiles and runs every import again for each suite. Here Node
 * loads modules, most of them once for all suites of a process. The rest is Jest's own.
 */
export default class PlainRuntime {
  readonly #environment: PlainEnvironment;

  constructor(_config: unknown, environment: PlainEnvironment) {
    this.#environment = environment;
  }

  /** Jest calls this for its test functions, which keep the tests of one suite. So they are loaded anew. */
  requireInternalModule(path: string): unknown {
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (CIRCUS_STATE.test(symbol.description ?? "")) Reflect.deleteProperty(globalThis, symbol);
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals: Omit<Globals, "jest">): void {
    beginSuite();
    useGlobals({ ...globals, jest: this.#jest() as unknown as Globals["jest"] });
  }

  #jest() {
    const { moduleMocker: mocks, fakeTimersModern: timers } = this.#environment;
    return {
      fn: mocks.fn.bind(mocks),
      spyOn: mocks.spyOn.bind(mocks),
      restoreAllMocks: () => mocks.restoreAllMocks(),
      useFakeTimers: (options: Parameters<typeof timers.useFakeTimers>[0]) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
    };
  }

  requireModule = (path: string): unknown => require(path);
  unstable_shouldLoadAsEsm = () => true;
  unstable_importModule = (path: string): Promise<unknown> => import(pathToFileURL(path).href);
  getSourceMaps = () => null;
  getAllCoverageInfoCopy = () => undefined;
  enterTestCode(): void {}
  leaveTestCode(): void {}
  teardown(): void {}
}
