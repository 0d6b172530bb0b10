import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectAuditedSharedClouds } from "../cloud/audited-ledger.ts";
import { unusedGrants } from "../cloud/used-grants.ts";
import { artifactsDir } from "../process/artifacts.ts";
import { takeLateErrors } from "../runner/late-errors.ts";
import { type SuiteCost, takeSuiteCosts } from "./suite-costs.ts";

/** Jest requires a class here that is marked as a compiled module. */
export const __esModule = true;

const SHOWN = 10;

type Chosen = { testPathPatterns: { isSet(): boolean }; testNamePattern?: string };
type Results = { numFailedTests: number; testResults: { testFilePath: string }[] };

/**
 * Ends a run with what it cost. A late error of a suite or a wrong sum in a ledger fails the run. So does a
 * grant that no suite of the whole first tier used.
 */
export default class CostReporter {
  #error: Error | undefined;
  readonly #isOfAll: boolean;

  constructor({ testPathPatterns, testNamePattern }: Chosen) {
    this.#isOfAll = !testPathPatterns.isSet() && !testNamePattern;
  }

  async onRunComplete(_: unknown, { numFailedTests, testResults }: Results): Promise<void> {
    const isFirstTier = testResults.some(({ testFilePath }) => testFilePath.endsWith(".test.ts"));
    const unaudited = await expectAuditedSharedClouds(process.env.TEST_RUN ?? "").then(
      () => "",
      (error: Error) => error.message,
    );
    const unused = this.#isOfAll && isFirstTier && numFailedTests === 0 ? unusedGrants() : [];
    const faults = [
      takeLateErrors(),
      unaudited,
      ...unused.map((grant) => `No test uses the grant ${grant}`),
    ].filter((text) => text !== "");
    const costs = takeSuiteCosts();
    mkdirSync(artifactsDir, { recursive: true });
    writeFileSync(join(artifactsDir, "costs.json"), `${JSON.stringify(costs, undefined, 2)}\n`);
    process.stderr.write(`${[...report(costs), ...faults].join("\n")}\n\n`);
    if (faults.length > 0) this.#error = new Error(faults.join("\n"));
  }

  getLastError = () => this.#error;
}

function report(costs: readonly SuiteCost[]): string[] {
  const sum = costs.reduce((total, { cpu }) => total + cpu, 0);
  const dearest = costs
    .slice(0, SHOWN)
    .map(({ suite, cpu }) => `${cpu.toFixed(1).padStart(7)} CPU s  ${suite}`);
  return ["", `Cost: ${sum.toFixed(0)} CPU s of the suites and their programs.`, ...dearest];
}
