import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { artifactsDir } from "../process/artifacts.ts";
import { unusedGrants } from "../cloud/used-grants.ts";
import { takeLateErrors } from "../runner/late-errors.ts";
import { type Costs, costsOf, type Sample } from "./costs.ts";
import { Processes } from "./processes.ts";
import { clock, takeSuiteTimes } from "./suite-times.ts";

/** Jest requires a class here that is marked as a compiled module. */
export const __esModule = true;

const costsFile = join(artifactsDir, "costs.json");
const EVERY_MS = 500;
const SHOWN = 10;

type Chosen = { testPathPatterns: { isSet(): boolean }; testNamePattern?: string };
type Results = { numFailedTests: number; testResults: { testFilePath: string }[] };

/**
 * Ends a run with what it cost. A late error of a suite or a wrong sum in a ledger fails the run. So does a
 * grant that no suite of the whole first tier used.
 */
export default class CostReporter {
  readonly #processes = existsSync("/proc/self/stat") ? new Processes(process.env.TEST_RUN ?? "") : undefined;
  readonly #samples: Sample[] = [];
  #timer: NodeJS.Timeout | undefined;
  #error: Error | undefined;
  readonly #isOfAll: boolean;

  constructor({ testPathPatterns, testNamePattern }: Chosen) {
    this.#isOfAll = !testPathPatterns.isSet() && !testNamePattern;
  }

  onRunStart(): void {
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), EVERY_MS).unref();
  }

  /** Counts the programs that a suite has ended before its worker ends, to which their times pass. */
  onTestResult(): void {
    this.#sample();
  }

  async onRunComplete(_: unknown, { numFailedTests, testResults }: Results): Promise<void> {
    const isFirstTier = testResults.some(({ testFilePath }) => testFilePath.endsWith(".test.ts"));
    const unaudited = await unauditedClouds();
    const unused = this.#isOfAll && isFirstTier && numFailedTests === 0 ? unusedGrants() : [];
    clearInterval(this.#timer);
    this.#sample();
    const costs = costsOf(takeSuiteTimes(), this.#samples);
    mkdirSync(dirname(costsFile), { recursive: true });
    writeFileSync(costsFile, `${JSON.stringify(costs, undefined, 2)}\n`);
    const faults = [
      takeLateErrors(),
      unaudited,
      ...unused.map((grant) => `No test uses the grant ${grant}`),
    ].filter((text) => text !== "");
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
