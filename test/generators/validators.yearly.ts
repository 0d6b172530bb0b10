import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { acceptedOf, bodyCases, queryCases, toolCases } from "../support/contract/limit-cases.ts";
import { agentDocument, platformDocument } from "../support/contract/openapi.ts";
import { lackOf, pythonPrograms, run } from "../support/installed-programs.ts";
import { emptyFolder } from "./programs.ts";

/** With it, the package checks dates, times, email and URIs. */
const PACKAGE = "jsonschema[format-nongpl]==4.26.0";
const note = lackOf(["python3"]);

(note ? test.skip : test)(`Python's jsonschema allows what the service accepts${note}`, () => {
  const cases = [...bodyCases, ...queryCases, ...toolCases].map((limit) => ({
    title: limit.title,
    document: limit.document === agentDocument ? "agent" : "platform",
    schema: limit.schema,
    values: acceptedOf(limit),
  }));
  expect(cases.flatMap(({ values }) => values).length).toBeGreaterThan(10_000);
  const folder = emptyFolder("validators");
  const components = { agent: agentDocument.components, platform: platformDocument.components };
  writeFileSync(join(folder, "cases.json"), JSON.stringify({ components, cases }));
  const program = join(import.meta.dirname, "readers", "validate.py");
  expect(run(folder, join(pythonPrograms([PACKAGE]), "python"), [program])).toBe("");
});
