import * as z from "zod/mini";
import { fieldDescriptions } from "./field-descriptions.ts";
import { opened } from "./open-schema.ts";

export type Json = Record<string, unknown>;

export const ref = (kind: "schemas" | "headers" | "parameters" | "responses" | "examples", name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
/** Headers by short names of components: each reply has up to eight. */
export const headerName = (header: string): string =>
  header.replace(/^x-(ratelimit-|request-)?|^idempotent-|aining$/g, "");
export const headerRefs = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, ref("headers", headerName(name))]));

export const componentName = (name: string): string =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Adds a component. Two things of one name would overwrite each other. */
export function addTo(components: Record<string, Json>, name: string, written: Json): void {
  const other = components[name];
  if (other && JSON.stringify(other) !== JSON.stringify(written))
    throw new Error(`Two components have the name ${name}. Rename one of them.`);
  components[name] = written;
}

export type SchemaWriter = (
  source: z.ZodMiniType,
  io: "input" | "output",
  name: string,
  example?: unknown,
) => Json;

/**
 * Requests stay closed; replies are open. A schema can publish another shape than it validates
 * (`x-published`), such as a number for a query's text, list the sets of fields of a request (`x-one-of`), or
 * be a component that it narrows (`x-same-as`).
 */
export const schemaWriter =
  (components: Record<string, Json>): SchemaWriter =>
  (source, io, name, example) => {
    const { $defs, ...root } = jsonSchemaOf(source, io);
    const publishIn = (schema: Json) => described(io === "output" ? opened(schema) : schema);
    for (const [id, schema] of Object.entries($defs)) addTo(components, id, publishIn(schema));
    if ("$ref" in root) return root;
    const written = publishIn(hoisted(root, components));
    addTo(components, name, { ...written, ...(example !== undefined && { examples: [example] }) });
    return ref("schemas", name);
  };

export function parameterFields(
  source: z.ZodMiniObject,
): { name: string; required: boolean; schema: Json }[] {
  const { properties, required = [] } = jsonSchemaOf(source, "input") as unknown as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }));
}

function jsonSchemaOf(source: z.ZodMiniType, io: "input" | "output") {
  const written = JSON.stringify(
    z.toJSONSchema(source, { io, override: ({ jsonSchema }) => publish(jsonSchema, io) }),
  )
    // The same for an object without subschemas. A Java generator warns about the other keyword.
    .replaceAll('"additionalProperties":false', '"unevaluatedProperties":false');
  const {
    $schema: _,
    $defs = {},
    ...root
  } = JSON.parse(written.replaceAll("#/$defs/", "#/components/schemas/"));
  return { ...root, $defs } as Json & { $defs: Record<string, Json> };
}

/** Drops lookaheads where a format says the same, and JavaScript's bounds. Joins a simple type with null. */
function publish(jsonSchema: z.core.JSONSchema.BaseSchema, io: "input" | "output"): void {
  const [value, none] = jsonSchema.anyOf ?? [];
  if (none?.type === "null" && typeof value?.type === "string" && value.type !== "object") {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { ...value, ...jsonSchema, type: [value.type, "null"] });
  }
  if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
  const published = jsonSchema["x-published"];
  if (published) {
    for (const key of ["type", "enum", "pattern", "examples", "x-published"]) delete jsonSchema[key];
    Object.assign(jsonSchema, published);
  }
  const same = jsonSchema["x-same-as"];
  if (same) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    jsonSchema.$ref = `#/components/schemas/${same}`;
  }
  // A generator makes an enum of a fixed boolean, which does not compile.
  if (jsonSchema.const === true) {
    delete jsonSchema.const;
    if (io === "input") jsonSchema.not = { const: false };
  }
  const choices = jsonSchema["x-one-of"];
  if (choices) Object.assign(jsonSchema, alternatives(jsonSchema, choices as Record<string, string[]>));
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function alternatives(schema: z.core.JSONSchema.BaseSchema, choices: Record<string, string[]>) {
  const { properties = {} } = schema;
  for (const key of ["x-one-of", "type", "properties", "required", "additionalProperties"])
    delete schema[key];
  return {
    oneOf: Object.entries(choices).map(([title, required]) => ({
      title,
      type: "object",
      properties: Object.fromEntries(required.map((name) => [name, properties[name]])),
      required,
      additionalProperties: false,
    })),
  };
}

/** Each alternative becomes a component, so that generated clients have a name for it. */
function hoisted(root: Json, components: Record<string, Json>): Json {
  if (!Array.isArray(root.oneOf)) return root;
  return {
    ...root,
    oneOf: (root.oneOf as Json[]).map((choice) => {
      addTo(components, String(choice.title), described(choice));
      return ref("schemas", String(choice.title));
    }),
  };
}

function described<T>(node: T): T {
  if (Array.isArray(node)) return node.map(described) as T;
  if (typeof node !== "object" || node === null) return node;
  const { properties, ...rest } = node as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, described(value)]));
  if (typeof properties !== "object") return inner as T;
  const fields = Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    // A nullable schema has the description in its first branch.
    const inBranch = (schema.anyOf as Json[] | undefined)?.find(
      ({ description }) => description,
    )?.description;
    const usual = schema.description === undefined && (inBranch ?? fieldDescriptions[name]);
    return [name, { ...described(schema), ...(usual && { description: usual }) }];
  });
  return { ...inner, properties: Object.fromEntries(fields) } as T;
}

export const sorted = (object: Record<string, Json>) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
