import { AT_ONCE } from "../base/cores.ts";
import type { Code, Environment, Invoker } from "./invoker.ts";

/** More than the cores can run, since a function may only wait for another server. */
const MAX_ENVIRONMENTS = 64;
/** A start costs as much CPU as 10 to 20 invocations. After one a core, starts have this pace. */
const PACE_MS = 100;
/** How many busy environments the cores can serve. */
const BUSY = 0.7 * AT_ONCE;

export class Dispatcher {
  readonly #code: Code;
  readonly #invoker: Invoker;
  readonly #waiting: PromiseWithResolvers<Environment>[] = [];
  /** The warmest is the last. */
  readonly #idle: Environment[] = [];
  readonly #versions = new Map<Environment, number>();
  #version = 0;
  #announced = 0;
  #pacing: NodeJS.Timeout | undefined;
  #isRemoved = false;

  constructor(code: Code, invoker: Invoker) {
    this.#code = code;
    this.#invoker = invoker;
  }

  take(): Promise<Environment> {
    const waiting = Promise.withResolvers<Environment>();
    this.#waiting.push(waiting);
    this.#dispatch();
    return waiting.promise;
  }

  give(environment: Environment, isReusable: boolean): void {
    if (isReusable && this.#isPresent(environment) && !this.#isRemoved) {
      this.#idle.push(environment);
      this.#keep(environment);
    } else this.#discard(environment);
    this.#dispatch();
  }

  renew(): void {
    this.#version++;
    for (const environment of [...this.#idle]) this.#discard(environment);
  }

  /** Ends each environment after its invocation. Waiting invocations still run. */
  remove(): void {
    this.#isRemoved = true;
    this.renew();
  }

  environments = (): Environment[] => [...this.#versions.keys()];

  async stop(): Promise<void> {
    this.#waiting.length = 0;
    clearTimeout(this.#pacing);
    await Promise.all(this.environments().map((environment) => environment.end()));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const environment = this.#idle.pop();
      if (!environment) break;
      this.#invoker.memory?.busy(environment);
      this.#waiting.shift()?.resolve(environment);
    }
    if (this.#waiting.length === 0) return;
    const first = this.#invoker.memory
      ? Math.min(this.#waiting.length, AT_ONCE) - this.#size()
      : this.#waiting.length - this.#announced;
    for (let more = first; more > 0; more--) void this.#grow();
    this.#pacing ??= setTimeout(() => this.#reconsider(), PACE_MS);
  }

  /** Runs a while after an invocation had to wait. */
  #reconsider(): void {
    this.#pacing = undefined;
    const load = this.environments().reduce((sum, environment) => sum + environment.load(), 0);
    if (load < BUSY && this.#size() < MAX_ENVIRONMENTS) void this.#grow();
    this.#dispatch();
  }

  #size = (): number => this.#versions.size + this.#announced;

  async #grow(): Promise<void> {
    this.#announced++;
    const version = this.#version;
    const isWanted = () => version === this.#version && this.#waiting.length > 0;
    try {
      const start = this.#invoker.start(this.#code, isWanted);
      const environment = await start.finally(() => this.#announced--);
      if (environment) await this.#add(environment, version);
    } catch (error) {
      // Code that has changed meanwhile may be correct.
      if (version === this.#version) this.#waiting.shift()?.reject(error);
    }
    this.#dispatch();
  }

  async #add(environment: Environment, version: number): Promise<void> {
    this.#versions.set(environment, version);
    void environment.ended.then(() => this.#discard(environment));
    await environment.ready.catch((error: unknown) => {
      this.#discard(environment);
      throw error;
    });
    if (!this.#isPresent(environment)) return this.#discard(environment);
    // The first to go: the environments that already served invocations have warmer caches.
    this.#idle.unshift(environment);
    this.#dispatch();
    if (this.#idle.includes(environment)) this.#keep(environment);
  }

  #isPresent = (environment: Environment): boolean => this.#versions.get(environment) === this.#version;

  #keep(environment: Environment): void {
    this.#invoker.memory?.idle(environment, () => this.#discard(environment));
  }

  #discard(environment: Environment): void {
    this.#versions.delete(environment);
    this.#invoker.memory?.busy(environment);
    const at = this.#idle.indexOf(environment);
    if (at >= 0) this.#idle.splice(at, 1);
    environment.end();
  }
}
