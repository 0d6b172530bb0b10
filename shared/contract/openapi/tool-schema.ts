import * as z from "zod/mini";
import type { Operation } from "../operation.ts";

type Json = Record<string, unknown>;
type Io = "input" | "output";
export type JsonSchema = Json & { type: "object" };

/** What a tool takes: whatever the operation takes, be it in the path, the query or the body. */
export const argumentsOf = ({ params, query, body }: Operation): z.ZodMiniObject =>
  body ?? query ?? params ?? z.strictObject({});

/**
 * One flat schema of plain JSON Schema, as strict clients and small models need it: no references, which hide the root's
 * type, and no keywords of ours. What a tool returns is left open, so that a field more breaks nobody who kept the list.
 */
export function toolSchema(schema: z.ZodMiniType, io: Io): JsonSchema {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema, path }) => publish(jsonSchema, io, path.length),
  }) as Json & { $defs?: Record<string, Json> };
  return inlined(root, $defs) as JsonSchema;
}

/**
 * Assistants read this list again and again, so it holds what they need to fill a call in. The operation checks lengths
 * and forms as well, and says what is wrong; what replies mean and hold inside, their names and texts say.
 */
const UNPUBLISHED = {
  input: [],
  output: ["description", "const", "format", "minimum", "maximum", "additionalProperties", "required"],
};
const NEVER_PUBLISHED = [
  ...["examples", "x-extensible-enum", "x-published"],
  ...["pattern", "minLength", "maxLength", "maxItems"],
];

function publish(schema: z.core.JSONSchema.BaseSchema, io: Io, depth: number): void {
  Object.assign(schema, schema["x-published"]);
  for (const key of [...NEVER_PUBLISHED, ...UNPUBLISHED[io]]) delete schema[key];
  if (io === "output" && depth > 0) delete schema.properties;
}

/** Without references, ids and dialect. A list of types is valid too, and refused by several clients. */
function inlined(node: unknown, defs: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((entry) => inlined(entry, defs));
  if (typeof node !== "object" || node === null) return node;
  const { $ref, $schema: _, id, type, ...rest } = node as Json;
  if (typeof $ref === "string") return inlined({ ...defs[$ref.replace("#/$defs/", "")], ...rest }, defs);
  const plain = {
    ...(typeof id === "object" && { id }),
    ...(Array.isArray(type) ? { anyOf: type.map((one) => ({ type: one })) } : type !== undefined && { type }),
    ...rest,
  };
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, inlined(value, defs)]));
}
