type Json = Record<string, unknown>;

/** Open objects refer to these by name: generators refuse or warn about a rule without one. */
export const unnamedFields: Record<string, Json> = {
  LaterField: { description: "Any value. A later release may add fields." },
  OtherField: { description: "Any value. The object may have more fields." },
};
export const mayGrow = { additionalProperties: { $ref: "#/components/schemas/LaterField" } };
const isOpen = { additionalProperties: { $ref: "#/components/schemas/OtherField" } };

/** Unknown fields and values may appear: closed lists become `x-extensible-enum`, but for `object`. */
export function opened(schema: Json): Json {
  return openedAt(schema, "") as Json;
}

function openedAt(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node.map((entry) => openedAt(entry, name));
  if (typeof node !== "object" || node === null) return node;
  const { additionalProperties, unevaluatedProperties, properties, anyOf, ...rest } = node as Json;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, isData(key) ? value : openedAt(value, name)]),
  );
  const branches = anyOf as Json[] | undefined;
  return {
    ...withoutList(inner, name),
    ...(branches && joined(branches.map((branch) => openedAt(branch, name) as Json))),
    ...(properties !== undefined
      ? {
          properties: openedFields(properties as Json),
          ...(unevaluatedProperties === false ? mayGrow : isOpen),
        }
      : additionalProperties !== undefined && { additionalProperties: openedAt(additionalProperties, name) }),
  };
}

const openedFields = (properties: Json) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, openedAt(schema, name)]));

const isData = (key: string) => key === "examples" || key === "default" || key === "required";

function withoutList(schema: Json, name: string): Json {
  const { enum: values, const: only, ...rest } = schema;
  if (Array.isArray(values)) return { ...rest, "x-extensible-enum": values };
  if (typeof only !== "string" || name === "object") return schema;
  return { ...rest, "x-extensible-enum": [only] };
}

/** Joins open lists of texts into one, and a simple type with null into a list of two types. */
function joined(branches: Json[]): Json {
  const lists = branches.map((branch) => branch["x-extensible-enum"]);
  if (lists.every(Array.isArray)) return { type: "string", "x-extensible-enum": lists.flat() };
  const [value, none] = branches;
  const isNullable = branches.length === 2 && none?.type === "null";
  if (isNullable && typeof value?.type === "string" && !("properties" in value))
    return { ...value, type: [value.type, "null"] };
  return { anyOf: branches };
}
