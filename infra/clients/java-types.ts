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
import { camel, code, listed, pascal, wordsOf } from "./text.ts";

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
  const names = events.map(({ type }) => type);
  files.UnknownData = modelClass(
    "UnknownData",
    "The data of an event whose type this version does not know.",
    [],
  );
  const fields = [textField("id"), textField("type"), textField("created_at", [], { format: "instant" })];
  files.WebhookEvent = modelClass(
    "WebhookEvent",
    `An event. Today's types: ${listed(names)}.`,
    code`
${fields.flatMap(accessor)}

/** The data in its class, such as {@code PaymentCompletedData}, or {@code UnknownData}. */
public Model data() {
  return get("data", each -> data(type(), object(each)));
}

private static Model data(String type, Map<String, Object> fields) {
  return switch (type) {
    ${events.map(({ type, data }) => `case "${type}" -> new ${data}(fields);`)}
    default -> new UnknownData(fields);
  };
}
`,
  );
  return files;
}

/** A record with constants, so that an unknown text is kept, and an enum of those for `switch`. */
function enumClass({ name, values, place }: EnumModel): string[] {
  const constants = values.map((value) => [javaConstant(value), value] as const);
  const is = (value: string) => javadoc(`Is \`${value}\`.`, 98);
  const field = ([constant, value]: readonly [string, string]) => [
    ...is(value),
    ...assigned(`public static final ${name} ${constant} =`, `new ${name}("${value}");`),
    "",
  ];
  return code`
${javadoc(`A value of \`${place}\`. Replies can have others than today's.`)}
public record ${name}(String value) implements OpenEnum {
  ${constants.flatMap(field)}
  /** Today's values, for {@code switch}. */
  public enum Known {
    ${constants.flatMap(([constant, value]) => [...is(value), `${constant},`])}
    /** Another value. */
    UNKNOWN
  }

  /** The constant for a {@code switch}, or {@code UNKNOWN}. */
  public Known known() {
    return switch (value) {
      ${constants.map(([constant, value]) => `case "${value}" -> Known.${constant};`)}
      default -> Known.UNKNOWN;
    };
  }

  @Override
  public String toString() {
    return value;
  }
}
`;
}

const assigned = (start: string, value: string): string[] =>
  start.length + 1 + value.length <= 98 ? [`${start} ${value}`] : [start, `    ${value}`];

const replyClass = ({ name, doc, fields }: ShapeModel): string[] =>
  modelClass(name, doc || `${pascal(name)}, as replies and events have it.`, fields.flatMap(accessor));

const modelClass = (name: string, doc: string, body: readonly string[]): string[] => code`
${javadoc(doc)}
public final class ${name} extends Model {
  ${javaLined(`${name}(`, ["Map<String, Object> fields"], ") {", 98)}
    super(fields);
  }
  ${body}
}
`;

function accessor(field: FieldModel): string[] {
  const { name, type, isRequired, isNullable } = field;
  const isPlain = isRequired && !isNullable;
  const declared = javaType(type);
  const returned = isPlain ? (primitive[declared] ?? declared) : `@Nullable ${declared}`;
  const args = [`"${name}"`, `each -> ${reading("each", type)}`];
  return code`

${javadoc(replyDoc(field) || `The field \`${name}\`.`, 98)}
public ${returned} ${javaName(name)}() {
  ${javaLined(`return ${isPlain ? "get" : "find"}(`, args, ");", 96)}
}
`;
}

function paramsClass({ name, doc, fields }: ShapeModel): string[] {
  const required = fields.filter(({ isRequired }) => isRequired).map((field) => `"${field.name}"`);
  return code`
${javadoc(doc || `The fields of a request, which its builder takes.`)}
public final class ${name} extends Params {
  private ${name}(Builder builder) {
    ${javaLined("super(", ["builder.fields", ...required], ");", 96)}
  }

  /** Starts a request. */
  public static Builder builder() {
    return new Builder();
  }

  /** Takes the fields of a request. */
  public static final class Builder {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    private Builder() {}
    ${fields.flatMap(setter)}

    /** Makes the request. It throws an IllegalArgumentException without a required field. */
    public ${name} build() {
      return new ${name}(this);
    }
  }
}
`;
}

function setter(field: FieldModel): string[] {
  const { name, type, isRequired, isNullable } = field;
  const declared = javaType(type);
  const boxed = isNullable ? `@Nullable ${declared}` : (primitive[declared] ?? declared);
  const value = isNullable || primitive[declared] ? "value" : `given("${name}", value)`;
  const doc = [isRequired && "Required.", field.doc, isNullable && "Null clears it."]
    .filter(Boolean)
    .join(" ");
  return code`

${javadoc(doc || `Sets \`${name}\`.`, 96)}
public Builder ${javaName(name)}(${boxed} value) {
  fields.put("${name}", ${value});
  return this;
}
`;
}
