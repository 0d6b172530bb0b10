import { expect, test } from "@jest/globals";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { argumentsOf, toolSchema } from "../../shared/contract/openapi/tool-schema.ts";

const tools = toolOperations.map((op) => [op.tool.name, op] as const);

test.each(tools)("the arguments of %s are closed", (_, op) => {
  expect(toolSchema(argumentsOf(op), "input").additionalProperties).toBe(false);
});

test.each(tools)("the results of %s are open: any field, any value", (_, op) => {
  for (const { schema } of Object.values(op.replies)) {
    const written = JSON.stringify(toolSchema(schema, "output"));
    for (const keyword of ["enum", "const", "additionalProperties", "unevaluatedProperties", "required"])
      expect(written).not.toContain(`"${keyword}":`);
  }
});
