import * as z from "zod/mini";
import type { Operation } from "../operation.ts";

type Json = Record<string, unknown>;
type Io = "input" | "output";
export type JsonSchema = Json & { type: "object" };

export const argumentsOf = ({ params, query, body }: Operation): z.ZodMiniObject =>
  body ?? query ?? params ?? z.strictObject({});

/**
 * One flat schema for strict clients and small models: no references, which hide the root's type, and no
 * custom keywords. Output schemas stay open, so that a new field breaks no cached list.
 */
export function toolSchema(schema: z.ZodMiniType, io: Io): JsonSchema {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema, path }) => publish(jsonSchema, io, path.length),
  }) as Json & { $defs?: Record<string, Json> };
  return inlined(root, $defs) as JsonSchema;
}

/** Assistants read the list often, so it has only what a call needs. The operation checks the rest. */
const UNPUBLISHED = {
  input: [],
  output: [
    "description",
    "const",
    "enum",
    "format",
    "minimum",
    "maximum",
    "additionalProperties",
    "required",
  ],
};
const NEVER_PUBLISHED = [
  "examples",
  "x-extensible-enum",
  "x-published",
  "pattern",
  "minLength",
  "maxLength",
  "maxItems",
];

const DEPTH_OF_ARGUMENTS = 2;

function publish(schema: z.core.JSONSchema.BaseSchema, io: Io, depth: number): void {
  Object.assign(schema, schema["x-published"]);
  for (const key of [...NEVER_PUBLISHED, ...UNPUBLISHED[io]]) delete schema[key];
  // The description of the object itself names its fields.
  if (io === "input" && depth > DEPTH_OF_ARGUMENTS) delete schema.description;
}

/** Removes references, ids and the dialect. A list of types becomes `anyOf`: several clients reject it. */
function inlined(node: unknown, defs: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((entry) => inlined(entry, defs));
  if (typeof node !== "object" || node === null) return node;
  // The names and values of pairs have patterns that no model follows.
  const { $ref, $schema: _, propertyNames: __, pattern: ___, id, type, ...rest } = node as Json;
  if (typeof $ref === "string") return inlined({ ...defs[$ref.replace("#/$defs/", "")], ...rest }, defs);
  const plain = {
    ...(typeof id === "object" && { id }),
    ...(Array.isArray(type)
      ? { anyOf: type.map((kind) => ({ type: kind })) }
      : type !== undefined && { type }),
    ...rest,
  };
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, inlined(value, defs)]));
}
