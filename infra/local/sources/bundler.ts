import { type ChildProcess, fork } from "node:child_process";
import { BUNDLER, compileCache } from "./assembly.ts";

type Inputs = Record<string, string[]>;
type Reply = { id: number; inputs: Inputs } | { id: number; error: string };

/** One process of the program that bundles functions. It ends with this process at the latest. */
class BundlerProcess {
  readonly #child: ChildProcess;
  readonly #orders = new Map<number, PromiseWithResolvers<Inputs>>();
  #lastOrder = 0;
  #isLast = false;

  constructor(dir: string) {
    const env = { ...process.env, ...compileCache(dir) };
    this.#child = fork(BUNDLER, { env, execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let complaints = "";
    this.#child.stderr?.on("data", (text) => {
      complaints = `${complaints}${text}`.slice(-10_000);
    });
    this.#child.on("message", (reply: Reply) => this.#settle(reply));
    this.#child.once("close", () => {
      for (const { reject } of this.#orders.values()) reject(new Error(`The bundler ended:\n${complaints}`));
      this.#orders.clear();
    });
  }

  get isAlive(): boolean {
    return this.#child.connected;
  }

  order(names: readonly string[], assembly: string): Promise<Inputs> {
    const id = ++this.#lastOrder;
    const settled = Promise.withResolvers<Inputs>();
    this.#orders.set(id, settled);
    this.#child.send({ id, names, assembly });
    return settled.promise;
  }

  /** Ends it after its last order. */
  end(): void {
    this.#isLast = true;
    if (this.#orders.size === 0) this.#child.kill();
  }

  #settle(reply: Reply): void {
    const order = this.#orders.get(reply.id);
    this.#orders.delete(reply.id);
    if ("error" in reply) order?.reject(new Error(reply.error));
    else order?.resolve(reply.inputs);
    if (this.#isLast) this.end();
  }
}

/** The program that bundles functions. It starts when it is first needed. */
export class Bundler {
  readonly #dir: string;
  #process: BundlerProcess | undefined;

  /** `dir` is where its compile cache is. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Bundles functions into an assembly. Returns the sources of each, by its name. */
  bundle(names: readonly string[], assembly: string): Promise<Inputs> {
    if (!this.#process?.isAlive) this.#process = new BundlerProcess(this.#dir);
    return this.#process.order(names, assembly);
  }

  /** The next order gets a new process, which loads the records and settings anew. */
  stop(): void {
    this.#process?.end();
    this.#process = undefined;
  }
}
