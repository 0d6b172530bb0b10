import type { EventLoopUtilization } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";
import { AT_ONCE } from "../base/cores.ts";

/** How many busy environments the cores can serve. */
const BUSY = 0.7 * AT_ONCE;

/** How much of their time a function's environments compute instead of waiting. */
export class Load {
  /** Each environment's utilisation at the last call. */
  readonly #before = new WeakMap<Worker, EventLoopUtilization>();

  /** Whether the cores had spare time since the last call, on average. */
  leavesTime(workers: Iterable<Worker>): boolean {
    let sum = 0;
    for (const worker of workers) {
      const now = worker.performance.eventLoopUtilization();
      sum += worker.performance.eventLoopUtilization(now, this.#before.get(worker)).utilization;
      this.#before.set(worker, now);
    }
    return sum < BUSY;
  }
}
