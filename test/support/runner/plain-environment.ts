import { relative } from "node:path";
import type { EnvironmentContext, JestEnvironmentConfig } from "@jest/environment";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { endSuite } from "../../../infra/local/test/support/suite-end.ts";
import { setClockAhead } from "../cloud/clock-ahead.ts";
import { measureSuite } from "../cost/suite-times.ts";
import { SUFFIX } from "./hooks.ts";
import { keepLateErrors } from "./late-errors.ts";

type TestEvent = { name: string; test?: { errors: unknown[] } };

/** Jest `require`s this file, and so takes its default export as it does of a compiled module. */
export const __esModule = true;

/** A function of the service may exchange one: the MCP endpoint has its own `Response`. */
const platformGlobals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
  ([name, { configurable }]) => configurable && name !== "Date",
);

/**
 * Suites run in the process's own global scope: a context for each needs its own copy of every module.
 * Each suite finds the environment, the platform's globals, the timers and the console as they were.
 */
export default class PlainEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #console = globalThis.console;
  readonly #exit = process.exit;
  readonly #measured: () => void;
  #variables: NodeJS.ProcessEnv = {};

  constructor({ projectConfig }: JestEnvironmentConfig, { testPath }: EnvironmentContext) {
    const suite = relative(projectConfig.rootDir, testPath);
    keepLateErrors(suite);
    this.#measured = measureSuite(suite);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup(): Promise<void> {
    this.#variables = { ...process.env };
  }

  /** Jest gave the suite its own console and `process.exit`. */
  async teardown(): Promise<void> {
    try {
      await endSuite();
    } finally {
      this.#restore();
    }
  }

  #restore(): void {
    this.fakeTimersModern.dispose();
    this.#useRealClock();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const [name, descriptor] of platformGlobals) Object.defineProperty(globalThis, name, descriptor);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    this.#measured();
  }

  handleTestEvent({ name, test }: TestEvent): void {
    if (name === "setup") setClockAhead(true);
    if (name === "teardown") this.#useRealClock();
    if (name === "test_done") for (const error of (test?.errors ?? []).flat()) withPaths(error);
  }

  /** Jest measures the suite after its last test. */
  #useRealClock(): void {
    this.moduleMocker.restoreAllMocks();
    setClockAhead(false);
  }

  getVmContext = () => null;
  exportConditions = () => ["node", "node-addons"];
}

/** A suite's own copy of a module has a number in its address, with which Jest finds no file to show. */
function withPaths(error: unknown): void {
  if (error instanceof Error && error.stack) error.stack = error.stack.replaceAll(SUFFIX, "");
}
