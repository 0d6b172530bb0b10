import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { assemblyDir } from "../support/cloud/synthesise.ts";
import { ofType } from "./stack/template.ts";

/** The functions whose bundle reads this variable, and those that have it. */
function functionsOf(variable: string) {
  const names = { reads: [] as string[], has: [] as string[] };
  for (const { Environment } of ofType("AWS::Lambda::Function")) {
    const name: string = Environment.Variables.BUNDLE;
    const code = readFileSync(join(assemblyDir, "functions", name, "index.mjs"), "utf8");
    if (new RegExp(`process\\.env\\.${variable}\\b`).test(code)) names.reads.push(name);
    if (variable in Environment.Variables) names.has.push(name);
  }
  return names;
}

// Without the variable, such a function would use the code's default in place of the stage's setting.
test.each([
  "LIMITER_DEADLINE_MS",
  "WRITE_ORIGINS",
  "CONFIRMATIONS_PER_HOUR",
  "SANDBOX_SIGNUPS_PER_MINUTE",
  "SANDBOX_KEYS_PER_HOUR",
  "MAIL",
])("every function that reads %s has the stage's setting", (variable) => {
  const { reads, has } = functionsOf(variable);
  expect(reads).not.toEqual([]);
  expect(has).toEqual(expect.arrayContaining(reads));
});
