import type { EventLoopUtilization } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";
import { AT_ONCE } from "./cores.ts";

/** So many that compute are all that the cores have time for. */
const BUSY = 0.7 * AT_ONCE;

/** How much a function's environments compute, rather than wait. */
export class Load {
  /** What each had computed when it was looked at last. */
  readonly #before = new WeakMap<Worker, EventLoopUtilization>();

  /** Whether the cores had time for more than `workers` computed, on average, since this was asked last. */
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
