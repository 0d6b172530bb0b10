import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { artifactsDir } from "../process/artifacts.ts";
import type { Costs } from "./costs.ts";

const file = join(import.meta.dirname, "..", "..", "budgets.json");
/** The costs of the last run. */
export const costsFile = join(artifactsDir, "costs.json");

/** A suite of more CPU seconds has a line in the file. */
const USUAL = 3;
/** A new suite may cost more, until its budget is taken. */
const UNLISTED = 10;
/**
 * The same suite costs 1.8 times the CPU seconds on a busy machine, and up to 8 s more if it is the first of
 * its worker to load the CDK or to start a cloud.
 */
const FACTOR = 3;
const FIRST = 8;

export type Budgets = Record<string, number>;
export const readBudgets = (): Budgets => JSON.parse(readFileSync(file, "utf8"));

/** A line for each suite far above its budget. */
export const overruns = ({ suites }: Pick<Costs, "suites">, budgets: Budgets): string[] =>
  Object.entries(suites).flatMap(([suite, { cpu, others }]) => {
    const budget = budgets[suite] ?? UNLISTED;
    const used = cpu + others;
    const limit = FACTOR * Math.max(budget, USUAL) + FIRST;
    return used > limit
      ? [
          `${suite} used ${used.toFixed(1)} CPU s. Its budget is ${budget}, and the limit ${limit.toFixed(1)}.`,
        ]
      : [];
  });

/** Takes over the costs of the last run. The budgets of other suites stay. */
export function updated(budgets: Budgets, { suites }: Pick<Costs, "suites">): Budgets {
  const next: Budgets = { ...budgets };
  for (const [suite, { cpu, others }] of Object.entries(suites)) {
    const used = Math.round(cpu + others);
    delete next[suite];
    if (used > USUAL) next[suite] = used;
  }
  return Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (process.argv[1] === import.meta.filename) {
  const next = updated(readBudgets(), JSON.parse(readFileSync(costsFile, "utf8")));
  writeFileSync(file, `${JSON.stringify(next, undefined, 2)}\n`);
  process.stdout.write(
    `test/budgets.json has ${Object.keys(next).length} suites of more than ${USUAL} CPU s.\n`,
  );
}
