import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { takeLateErrors } from "../runner/late-errors.ts";
import { costsFile, overruns, readBudgets } from "./budgets.ts";
import { type Costs, costsOf, type Sample } from "./costs.ts";
import { Processes } from "./processes.ts";
import { clock, takeSuiteTimes } from "./suite-times.ts";

/** Jest requires a class here that is marked as a compiled module. */
export const __esModule = true;

const EVERY_MS = 500;
const SHOWN = 10;

/** Ends a run with what it cost, and fails it if a suite is far above its budget. */
export default class CostReporter {
  readonly #processes = existsSync("/proc/self/stat") ? new Processes(process.env.TEST_RUN ?? "") : undefined;
  readonly #samples: Sample[] = [];
  #timer: NodeJS.Timeout | undefined;
  #error: Error | undefined;

  onRunStart(): void {
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), EVERY_MS).unref();
  }

  /** Counts the programs that a suite has ended before its worker ends, to which their times pass. */
  onTestResult(): void {
    this.#sample();
  }

  async onRunComplete(): Promise<void> {
    const unaudited = await unauditedClouds();
    clearInterval(this.#timer);
    this.#sample();
    const costs = costsOf(takeSuiteTimes(), this.#samples);
    mkdirSync(dirname(costsFile), { recursive: true });
    writeFileSync(costsFile, `${JSON.stringify(costs, undefined, 2)}\n`);
    // The budgets are those of `npm test`. The same suites cost more on clouds that start threads.
    const over = process.env.CLOUD === "real" ? [] : overruns(costs, readBudgets());
    const faults = [...over, takeLateErrors(), unaudited].filter((text) => text !== "");
    process.stderr.write(`${[...report(costs, this.#processes !== undefined), ...faults].join("\n")}\n\n`);
    if (faults.length > 0) this.#error = new Error(faults.join("\n"));
  }

  getLastError = () => this.#error;

  #sample(): void {
    if (this.#processes) this.#samples.push({ at: clock(), uses: this.#processes.sample() });
  }
}

/** What is wrong in the ledgers of the clouds that suites shared, after all suites. */
async function unauditedClouds(): Promise<string> {
  const { expectAuditedSharedClouds } = await import("../cloud/audited-ledger.ts");
  return expectAuditedSharedClouds(process.env.TEST_RUN ?? "").then(
    () => "",
    (error: Error) => error.message,
  );
}

function report({ cpu, peak_mb, kinds, suites }: Costs, isWhole: boolean): string[] {
  const dearest = Object.entries(suites).slice(0, SHOWN);
  const lines = dearest.map(
    ([suite, { cpu, others }]) => `${(cpu + others).toFixed(1).padStart(7)} CPU s  ${suite}`,
  );
  if (!isWhole)
    return [
      "",
      `Cost of the suites' own processes: ${cpu} CPU s. Without /proc, the others are unknown.`,
      ...lines,
    ];
  const parts = Object.entries(kinds).map(
    ([kind, { cpu, at_peak_mb }]) => `${kind} ${cpu} CPU s and ${at_peak_mb} MB`,
  );
  return ["", `Cost: ${cpu} CPU s and ${peak_mb} MB at most (${parts.join(", ")}).`, ...lines];
}
