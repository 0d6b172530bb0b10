import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { assemblyDir } from "../../support/cloud/bundles.ts";
import { stageOf } from "../stack/stages.ts";
import * as shared from "../stack/template.ts";
import { ofType } from "../stack/template.ts";

/** All files of a bundle, also those that the function loads when it needs them. */
function codeOf(name: string): string {
  const folder = join(assemblyDir, "functions", name);
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}

/** The functions whose bundle reads this variable, and those that have it. */
function functionsOf(variable: string, of: Json = shared.resources) {
  const environments: Json[] = ofType("AWS::Lambda::Function", of).map(
    ({ Environment }) => Environment.Variables,
  );
  const named = (those: Json[]) => those.map(({ BUNDLE }) => BUNDLE).sort();
  const read = new RegExp(`\\b${variable}\\b`);
  return {
    reads: named(environments.filter(({ BUNDLE }) => read.test(codeOf(BUNDLE)))),
    has: named(environments.filter((variables) => variable in variables)),
  };
}

// Without the variable, such a function would use the code's default in place of the stage's setting.
test.each([
  "CONFIRMATIONS_PER_HOUR",
  "DOCS_PAYOUTS_PER_MINUTE",
  "SANDBOX_SIGNUPS_PER_MINUTE",
  "SANDBOX_KEYS_PER_HOUR",
  "MAIL",
])("the functions that read %s have the stage's setting, and no others", (variable) => {
  const { reads, has } = functionsOf(variable);
  expect(reads).not.toEqual([]);
  expect(has).toEqual(reads);
});

// The bundles of MCP have the whole file of start-signup, and run only the part that judges no page.
test("the functions that read WRITE_ORIGINS have the stage's setting, and no others", () => {
  const { reads, has } = functionsOf("WRITE_ORIGINS");
  expect(reads).toContain("serve-mcp");
  expect(has).toEqual(reads.filter((name) => !["serve-mcp", "serve-company-mcp"].includes(name)));
});

test("every function that reads LIMITER_DEADLINE_MS has the stage's setting", () => {
  const { reads, has } = functionsOf("LIMITER_DEADLINE_MS");
  expect(reads).not.toEqual([]);
  expect(has).toEqual(expect.arrayContaining(reads));
});

test("in a stage with address ranges, every function that reads RATE_LIMIT_RANGES has them", () => {
  const { reads, has } = functionsOf("RATE_LIMIT_RANGES", stageOf("prod").resources);
  expect(reads).toContain("get-partner");
  expect(has).toEqual(expect.arrayContaining(reads));
});
