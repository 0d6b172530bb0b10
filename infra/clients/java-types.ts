import { javadoc, javaLined } from "./java-text.ts";
import {
  type ClientModel,
  type EnumModel,
  type FieldModel,
  replyDoc,
  type ShapeModel,
  type TypeModel,
  textField,
} from "./model.ts";
import { camel, indent, listed, pascal, wordsOf } from "./text.ts";

const boxed = { integer: "Long", number: "Double", boolean: "Boolean", any: "Object" };
const formats = { instant: "Instant", day: "LocalDate" };
const primitive: Readonly<Record<string, string>> = { Long: "long", Double: "double", Boolean: "boolean" };

function javaType(type: TypeModel): string {
  if (type.kind === "shape") return type.name;
  if (type.kind === "string") return type.choice ?? (type.format ? formats[type.format] : "String");
  if (!("of" in type)) return boxed[type.kind];
  const of = javaType(type.of);
  return type.kind === "list" ? `List<${of}>` : `Map<String, ${type.hasNull ? "@Nullable " : ""}${of}>`;
}

/** Reads a value, and throws any exception for one of another kind. */
function reading(value: string, type: TypeModel): string {
  const java = javaType(type);
  if ("of" in type) return `${type.kind}(${value}, item -> ${reading("item", type.of)})`;
  if (type.kind === "shape") return `new ${java}(object(${value}))`;
  if (type.kind === "string" && type.choice) return `new ${java}((String) ${value})`;
  if (type.kind === "string" && type.format) return `${java}.parse((String) ${value})`;
  if (type.kind === "integer") return `integer(${value})`;
  if (type.kind === "number") return `((Number) ${value}).doubleValue()`;
  return type.kind === "any" ? value : `(${java}) ${value}`;
}

/** Methods of `Model` and `Object`, and words of Java, which a field's method must not have. */
const taken = new Set(
  "class default enum final import interface new package private public return static switch notify wait toMap toString response build".split(
    " ",
  ),
);

export const javaName = (name: string) => (taken.has(camel(name)) ? `${camel(name)}_` : camel(name));

export const javaConstant = (value: string) => wordsOf(value).join("_").toUpperCase() || "ALL";

export function printJavaTypes(model: ClientModel): Record<string, string[]> {
  const { shapes, enums, events } = model;
  const files: Record<string, string[]> = {};
  for (const each of enums) files[each.name] = enumClass(each);
  for (const shape of shapes)
    files[shape.name] = shape.use === "reply" ? replyClass(shape) : paramsClass(shape);
  const data = events.map(({ type, data }) => `case "${type}" -> new ${data}(fields);`);
  const names = events.map(({ type }) => type);
  files.UnknownData = [
    ...javadoc("The data of an event whose type this version does not know."),
    ...modelClass("UnknownData", []),
  ];
  const fields = [textField("id"), textField("type"), textField("created_at", [], { format: "instant" })];
  files.WebhookEvent = [
    ...javadoc(`An event. Today's types: ${listed(names)}.`),
    ...modelClass("WebhookEvent", [
      ...fields.flatMap(accessor),
      "",
      ...javadoc("The data, in the class of the event's type, such as `PaymentCompletedData`.", 98, [
        "@return the data, or `UnknownData`",
      ]),
      "public Model data() {",
      '  return get("data", each -> data(type(), object(each)));',
      "}",
      "",
      "private static Model data(String type, Map<String, Object> fields) {",
      "  return switch (type) {",
      ...indent([...data, "default -> new UnknownData(fields);"], "    "),
      "  };",
      "}",
    ]),
  ];
  return files;
}

/** A record with constants, so that an unknown text is kept, and an enum of those for `switch`. */
function enumClass({ name, values, place }: EnumModel): string[] {
  const constants = values.map((value) => [javaConstant(value), value] as const);
  const doc = (text: string) => indent(javadoc(text, 98), "  ");
  return [
    ...javadoc(`A value of \`${place}\`. Replies can have others than today's.`, 100, [
      "@param value the text, known or not",
    ]),
    `public record ${name}(String value) implements OpenEnum {`,
    ...constants.flatMap(([constant, value]) => [
      ...doc(`Is \`${value}\`.`),
      ...indent(assigned(`public static final ${name} ${constant} =`, `new ${name}("${value}");`), "  "),
      "",
    ]),
    ...doc("Today's values, for `switch`."),
    "  public enum Known {",
    ...constants.flatMap(([constant, value]) => [
      ...indent(javadoc(`Is \`${value}\`.`), "    "),
      `    ${constant},`,
    ]),
    "    /** Another value. */",
    "    UNKNOWN",
    "  }",
    "",
    ...indent(javadoc("The constant for a `switch`.", 98, ["@return the constant, or `UNKNOWN`"]), "  "),
    "  public Known known() {",
    "    return switch (value) {",
    ...constants.map(([constant, value]) => `      case "${value}" -> Known.${constant};`),
    "      default -> Known.UNKNOWN;",
    "    };",
    "  }",
    "",
    "  @Override",
    "  public String toString() {",
    "    return value;",
    "  }",
    "}",
  ];
}

const assigned = (start: string, value: string): string[] =>
  start.length + 1 + value.length <= 98 ? [`${start} ${value}`] : [start, `    ${value}`];

const replyClass = (shape: ShapeModel): string[] => [
  ...javadoc(shape.doc || `${pascal(shape.name)}, as replies and events have it.`),
  ...modelClass(shape.name, shape.fields.flatMap(accessor)),
];

const modelClass = (name: string, body: readonly string[]): string[] => [
  `public final class ${name} extends Model {`,
  ...javaLined(`  ${name}(`, ["Map<String, Object> fields"], ") {", 100),
  "    super(fields);",
  "  }",
  ...indent(body, "  "),
  "}",
];

function accessor(field: FieldModel): string[] {
  const { name, type, isRequired, isNullable } = field;
  const isPlain = isRequired && !isNullable;
  const declared = javaType(type);
  const returned = isPlain ? (primitive[declared] ?? declared) : `@Nullable ${declared}`;
  const absent = isPlain ? "" : isRequired ? ", or null" : ", or null where the reply has none";
  const args = [`"${name}"`, `each -> ${reading("each", type)}`];
  return [
    "",
    ...javadoc(replyDoc(field) || `The field \`${name}\`.`, 98, [
      `@return ${name.replaceAll("_", " ")}${absent}`,
    ]),
    `public ${returned} ${javaName(name)}() {`,
    ...indent(javaLined(`return ${isPlain ? "get" : "find"}(`, args, ");", 96), "  "),
    "}",
  ];
}

function paramsClass({ name, doc, fields }: ShapeModel): string[] {
  const required = fields.filter(({ isRequired }) => isRequired).map((field) => `"${field.name}"`);
  return [
    ...javadoc(doc || `The fields of a request, which its builder takes.`),
    `public final class ${name} extends Params {`,
    `  private ${name}(Builder builder) {`,
    ...javaLined("    super(", ["builder.fields", ...required], ");", 100),
    "  }",
    "",
    ...indent(javadoc("Starts a request.", 98, ["@return a builder without fields"]), "  "),
    "  public static Builder builder() {",
    "    return new Builder();",
    "  }",
    "",
    ...indent(javadoc("Takes the fields of a request.", 98), "  "),
    "  public static final class Builder {",
    "    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();",
    "",
    "    private Builder() {}",
    ...indent(fields.flatMap(setter), "    "),
    "",
    ...indent(
      javadoc("Makes the request.", 96, [
        "@return the request",
        ...(required.length > 0 ? ["@throws IllegalArgumentException if a required field is not set"] : []),
      ]),
      "    ",
    ),
    `    public ${name} build() {`,
    `      return new ${name}(this);`,
    "    }",
    "  }",
    "}",
  ];
}

function setter(field: FieldModel): string[] {
  const { name, type, isRequired, isNullable } = field;
  const declared = javaType(type);
  const boxed = isNullable ? `@Nullable ${declared}` : (primitive[declared] ?? declared);
  const value = isNullable || primitive[declared] ? "value" : `given("${name}", value)`;
  const doc = [isRequired ? "Required." : "", field.doc].filter(Boolean).join(" ");
  return [
    "",
    ...javadoc(doc || `Sets \`${name}\`.`, 96, [
      isNullable ? "@param value the value, or null to clear it" : "@param value the value",
      "@return this builder",
    ]),
    `public Builder ${javaName(name)}(${boxed} value) {`,
    `  fields.put("${name}", ${value});`,
    "  return this;",
    "}",
  ];
}
