import * as z from "zod/mini";

export type Json = Record<string, unknown>;

export const json = (schema: unknown, example: unknown) => ({ "application/json": { schema, example } });
export const ref = (kind: "schemas" | "headers", name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const headerRefs = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, ref("headers", name)]));

export type SchemaWriter = (source: z.ZodMiniType, io: "input" | "output") => Json;

/**
 * Writes zod schemas as JSON Schema and adds the named ones to `components`. A schema can publish another
 * shape than it validates (`x-published`), such as a number for the decimal text in a query.
 */
export const schemaWriter =
  (components: Record<string, Json>): SchemaWriter =>
  (source, io) => {
    const written = JSON.stringify(z.toJSONSchema(source, { io, override: publish }));
    const {
      $schema: _,
      $defs,
      ...root
    } = JSON.parse(written.replaceAll("#/$defs/", "#/components/schemas/"));
    Object.assign(components, $defs);
    return root;
  };

/**
 * Removes what JSON Schema readers cannot use: the patterns of dates and emails, and the bounds of a
 * JavaScript integer.
 */
function publish({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === "date-time" || jsonSchema.pattern === z.regexes.email.source)
    delete jsonSchema.pattern;
  const published = jsonSchema["x-published"];
  if (published) {
    for (const key of ["type", "pattern", "examples", "x-published"]) delete jsonSchema[key];
    Object.assign(jsonSchema, published);
  }
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

export const sorted = (object: Record<string, Json>) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
