import { expect, test } from "@jest/globals";
import type { Schema } from "../docs/docs-document.ts";
import { fieldsOf } from "../docs/docs-fields.ts";

const named: Record<string, Schema> = {
  Id: { type: "string", maxLength: 64, pattern: "^drv_[0-9a-z]{26}$", description: "The id." },
};
const schema: Schema = {
  type: "object",
  required: ["id"],
  properties: {
    id: { $ref: "#/components/schemas/Id" },
    at: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
    tags: { type: "array", maxItems: 20, items: { type: "string", minLength: 1, maxLength: 5 } },
    agent: { type: "object", properties: { name: { type: "string" } } },
    rows: { type: "array", items: { type: "object", properties: { n: { type: "number", minimum: 0 } } } },
  },
};
const fields = Object.fromEntries(fieldsOf(schema, named).map((field) => [field.name, field]));

test("a reference shows its target's rules and description", () => {
  expect(fields.id).toEqual({
    name: "id",
    type: "string",
    required: true,
    description: "The id.",
    rules: ["at most 64 characters", "an ID that begins with `drv_`"],
  });
});

test("a nullable field and an array show their types", () => {
  expect([fields.at?.type, fields.at?.required]).toEqual(["string (date-time) or null", false]);
  expect(fields.tags?.type).toBe("array of string");
  expect(fields.tags?.rules).toEqual(["at most 20 items", "each 1 to 5 characters"]);
});

test("a nested field is listed by its path", () => {
  expect(Object.keys(fields)).toEqual(["id", "at", "tags", "agent", "agent.name", "rows", "rows[].n"]);
  expect(fields["rows[].n"]?.rules).toEqual(["at least 0"]);
});
