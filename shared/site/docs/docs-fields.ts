import type { Schema } from "./docs-document.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { explanationOf } from "./statuses/docs-meanings.ts";

export type Field = {
  name: string;
  type: string;
  required: boolean;
  description: string;
  rules: string[];
  explainedAt?: string;
};

/** An object's fields. A nested field has its path as its name: `agent.name`, `pricing[].features`. */
export function fieldsOf(schema: Schema, named: Record<string, Schema>, prefix = ""): Field[] {
  const { oneOf, properties = {}, required = [] } = resolved(schema, named);
  // The choices' fields in turn, each optional: the operation's description says which belong together.
  if (oneOf)
    return oneOf
      .flatMap((choice) => fieldsOf(choice, named, prefix))
      .map((field) => ({ ...field, required: false }));
  return Object.entries(properties).flatMap(([key, property]) => {
    const field = fieldOf(prefix + key, property, required.includes(key), named);
    const inner = resolved(property, named);
    if (inner.properties) return [field, ...fieldsOf(inner, named, `${prefix}${key}.`)];
    if (inner.items) return [field, ...fieldsOf(inner.items, named, `${prefix}${key}[].`)];
    return [field];
  });
}

export function fieldOf(
  name: string,
  schema: Schema,
  required: boolean,
  named: Record<string, Schema>,
): Field {
  const inner = resolved(schema, named);
  const explanation = explanationOf(inner.enum ?? inner["x-extensible-enum"] ?? [""]);
  return {
    name,
    type: typeOf(schema, named),
    required,
    description: schema.description ?? inner.description ?? "",
    rules: [...rulesOf(inner), ...(inner.items ? rulesOf(inner.items).map((rule) => `each ${rule}`) : [])],
    ...(explanation && { explainedAt: `${docsPath("statuses")}#${explanation}` }),
  };
}

/** Follows a reference, and skips the null branch of a nullable schema. */
function resolved(schema: Schema, named: Record<string, Schema>): Schema {
  const { $ref, anyOf } = schema;
  if ($ref) return resolved(named[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}, named);
  const other = anyOf?.find(({ type }) => type !== "null");
  return other ? resolved(other, named) : schema;
}

function typeOf(schema: Schema, named: Record<string, Schema>): string {
  const { type, items, format } = resolved(schema, named);
  const nullable = schema.anyOf?.some((branch) => branch.type === "null") ? " or null" : "";
  if (type === "array") return `array of ${typeOf(items ?? {}, named)}${nullable}`;
  return `${[type].flat().join(" or ") || "any"}${format ? ` (${format})` : ""}${nullable}`;
}

const list = (values: unknown[]) => values.map((value) => `\`${String(value)}\``).join(", ");

function rulesOf(schema: Schema): string[] {
  const { format, minimum, maximum, exclusiveMaximum, minLength, maxLength, maxItems, pattern } = schema;
  return [
    schema.const !== undefined && `always \`${String(schema.const)}\``,
    schema.enum && (schema.enum.length === 1 ? `always ${list(schema.enum)}` : `one of ${list(schema.enum)}`),
    schema["x-extensible-enum"] && `currently ${list(schema["x-extensible-enum"])}`,
    minimum !== undefined && `at least ${minimum.toLocaleString("en-US")}`,
    maximum !== undefined && `at most ${maximum.toLocaleString("en-US")}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum.toLocaleString("en-US")}`,
    lengthRule(minLength, maxLength),
    maxItems !== undefined && `at most ${maxItems} items`,
    ["string", "number", "boolean"].includes(typeof schema.default) && `default ${list([schema.default])}`,
    // A format says the same in words.
    pattern && !format && patternRule(pattern),
  ].filter((rule) => typeof rule === "string");
}

/** A pattern in words, as far as they help. The description of a field says the rest. */
function patternRule(pattern: string): string | false {
  // Of free text, it lists the characters that are refused.
  if (pattern.includes("\\u0000")) return "one line of text";
  const prefix = /^\^([a-z]+_)\[/.exec(pattern)?.[1];
  return prefix !== undefined && `an ID that begins with \`${prefix}\``;
}

function lengthRule(least = 0, most?: number): string | false {
  if (most === undefined) return least > 0 && `at least ${least} characters`;
  return least > 0 ? `${least} to ${most} characters` : `at most ${most} characters`;
}
