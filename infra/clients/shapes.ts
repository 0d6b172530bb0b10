import type { FieldModel, ShapeModel, TextFormat, TypeModel } from "./model.ts";
import { pascal } from "./text.ts";

export type ShapeSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  "x-extensible-enum"?: string[];
  description?: string;
  properties?: Record<string, ShapeSchema>;
  required?: string[];
  items?: ShapeSchema;
  additionalProperties?: boolean | ShapeSchema;
  anyOf?: ShapeSchema[];
  oneOf?: ShapeSchema[];
  allOf?: ShapeSchema[];
};

const REF = "#/components/schemas/";

/** Names a nested object by its place. Throws for a keyword that no record uses today. */
export class ShapeReader {
  readonly shapes = new Map<string, ShapeModel>();
  readonly #components: Record<string, ShapeSchema>;

  constructor(components: Record<string, ShapeSchema>) {
    this.#components = components;
  }

  object(schema: ShapeSchema, at: string): ShapeSchema {
    if (schema.$ref) return this.object(this.#component(schema.$ref, at), at);
    const variants = schema.oneOf ?? schema.anyOf;
    if (schema.allOf) return merged([schema, ...schema.allOf.map((part) => this.object(part, at))], "all");
    if (variants)
      return merged(
        variants.map((variant) => this.object(variant, at)),
        "any",
        schema,
      );
    return schema;
  }

  shape(name: string, schema: ShapeSchema, use: ShapeModel["use"]): ShapeModel {
    const { properties, required = [], description = "" } = this.object(schema, name);
    if (!properties) throw new Error(`${name} is not an object with fields.`);
    const shape: ShapeModel = { name, doc: schema.description ?? description, use, fields: [] };
    const known = this.shapes.get(name);
    if (known) return known;
    this.shapes.set(name, shape);
    for (const [field, value] of Object.entries(properties)) {
      shape.fields.push(this.#field(shape, field, value, required.includes(field)));
    }
    return shape;
  }

  #field(shape: ShapeModel, name: string, schema: ShapeSchema, isRequired: boolean): FieldModel {
    const at = `${shape.name}.${name}`;
    if (!/^[a-z][a-z\d_]*$/.test(name)) throw new Error(`${at} is not in snake case.`);
    const { value, isNullable } = withoutNull(schema);
    const target = value.$ref ? this.#component(value.$ref, at).description : undefined;
    return {
      name,
      type: this.type(value, shape.name + pascal(name), shape.use),
      isRequired,
      isNullable,
      doc: schema.description ?? value.description ?? target ?? "",
    };
  }

  type(schema: ShapeSchema, at: string, use: ShapeModel["use"]): TypeModel {
    if (schema.$ref) {
      const name = schema.$ref.slice(REF.length);
      const target = this.#component(schema.$ref, at);
      if (!this.object(target, at).properties) return this.type(target, name, use);
      return { kind: "shape", name: this.shape(name, schema, use).name };
    }
    const values = schema.type ?? typeof (schema.const ?? schema.enum?.[0]);
    if (schema.anyOf || schema.oneOf || schema.allOf) return this.#variants(schema, at, use);
    if (Array.isArray(values)) throw new Error(`${at} has several types.`);
    if (values === "string") return { kind: "string", values: valuesOf(schema), ...formatOf(schema) };
    if (values === "integer" || values === "number" || values === "boolean") return { kind: values };
    if (values === "array") return { kind: "list", of: this.type(schema.items ?? {}, at, use) };
    if (values === "object" && schema.properties)
      return { kind: "shape", name: this.shape(at, schema, use).name };
    if (values === "object") {
      const values = schema.additionalProperties;
      const { value, isNullable } = withoutNull(typeof values === "object" ? values : {});
      return { kind: "map", of: this.type(value, at, use), hasNull: isNullable };
    }
    if (values === "undefined") return { kind: "any" };
    throw new Error(`${at} has the type ${values}, which no printer knows.`);
  }

  #variants(schema: ShapeSchema, at: string, use: ShapeModel["use"]): TypeModel {
    const object = this.object(schema, at);
    if (object.properties) return { kind: "shape", name: this.shape(at, schema, use).name };
    const kinds = (schema.anyOf ?? schema.oneOf ?? []).map((variant) => this.type(variant, at, use));
    const [first] = kinds;
    if (!first || kinds.some(({ kind }) => kind !== first.kind)) {
      throw new Error(`${at} has variants of several types.`);
    }
    if (first.kind !== "string") return first;
    const shape = kinds.map((kind) => (kind.kind === "string" ? kind.values : []));
    return { kind: "string", values: shape.some(({ length }) => length === 0) ? [] : shape.flat() };
  }

  #component(ref: string, at: string): ShapeSchema {
    const formatted = this.#components[ref.slice(REF.length)];
    if (!ref.startsWith(REF) || !formatted) throw new Error(`${at} refers to ${ref}, which is no component.`);
    return formatted;
  }
}

const valuesOf = (schema: ShapeSchema): string[] =>
  (schema.enum ?? schema["x-extensible-enum"] ?? (schema.const === undefined ? [] : [schema.const])).map(
    String,
  );

const FORMATS: Readonly<Record<string, TextFormat>> = { "date-time": "instant", date: "day" };

function formatOf({ format = "" }: ShapeSchema): { format?: TextFormat } {
  const lines = FORMATS[format];
  return lines ? { format: lines } : {};
}

/** `null` beside another type makes a field nullable. */
function withoutNull(schema: ShapeSchema): { value: ShapeSchema; isNullable: boolean } {
  const { anyOf = schema.oneOf, type, description } = schema;
  const isNull = (each: ShapeSchema) => each.type === "null";
  if (anyOf?.some(isNull)) {
    const others = anyOf.filter((each) => !isNull(each));
    const [only = {}] = others;
    const value = others.length === 1 ? only : { anyOf: others };
    return { value: { ...(description && !only.$ref && { description }), ...value }, isNullable: true };
  }
  if (Array.isArray(type) && type.includes("null")) {
    const others = type.filter((each) => each !== "null");
    return { value: { ...schema, type: others.length === 1 ? (others[0] ?? "") : others }, isNullable: true };
  }
  return { value: schema, isNullable: false };
}

function merged(parts: ShapeSchema[], need: "all" | "any", from: ShapeSchema = {}): ShapeSchema {
  const objects = parts.filter(({ properties }) => properties);
  if (objects.length === 0 || (need === "any" && objects.length < parts.length)) return {};
  const required = objects.map((each) => each.required ?? []);
  const isRequired = (name: string) =>
    need === "all"
      ? required.some((list) => list.includes(name))
      : required.every((list) => list.includes(name));
  const properties: Record<string, ShapeSchema> = {};
  for (const object of objects) {
    for (const [name, schema] of Object.entries(object.properties ?? {})) properties[name] ??= schema;
  }
  return {
    type: "object",
    ...(from.description && { description: from.description }),
    properties,
    required: Object.keys(properties).filter(isRequired),
  };
}
