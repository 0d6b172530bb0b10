import {
  type ClientModel,
  type FieldModel,
  replyDoc,
  type ShapeModel,
  type TypeModel,
  textField,
} from "./model.ts";
import { camel, indent, listed, pascal, wrap } from "./text.ts";

/** Documentation as HTML, in the form of google-java-format. */
export function javadoc(text: string, width = 100): string[] {
  if (!text) return [];
  const html = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("*/", "*&#47;");
  const [first = "", ...others] = html.split("\n").filter(Boolean);
  if (others.length === 0 && first.length + 7 <= width) return [`/** ${first} */`];
  const blocks = [first, ...others.map((each) => `<p>${each}`)].map((each) => wrap(each, width - 3));
  return [
    "/**",
    ...blocks.flatMap((lines, i) => [...(i > 0 ? [" *"] : []), ...lines.map((line) => ` * ${line}`)]),
    " */",
  ];
}

/** Breaks a call as google-java-format does: after `start`, or also between the arguments. */
export function javaLined(start: string, args: readonly string[], end: string, width: number): string[] {
  const one = start + args.join(", ") + end;
  if (one.length <= width) return [one];
  const second = `    ${args.join(", ")}${end}`;
  if (second.length <= width) return [start, second];
  return [start, ...args.map((arg, i) => `    ${arg}${i < args.length - 1 ? "," : end}`)];
}

const boxed = { string: "String", integer: "Long", number: "Double", boolean: "Boolean", any: "Object" };
const primitive: Readonly<Record<string, string>> = { Long: "long", Double: "double", Boolean: "boolean" };

function javaType(type: TypeModel): string {
  if (type.kind === "shape") return type.name;
  if (!("of" in type)) return boxed[type.kind];
  return type.kind === "list" ? `List<${javaType(type.of)}>` : `Map<String, ${javaType(type.of)}>`;
}

/** The expression that reads a value. */
function reading(value: string, type: TypeModel): string {
  if (type.kind === "shape") return `read(${value}, ${type.name}::new)`;
  if (type.kind === "integer" || type.kind === "number") return `${type.kind}(${value})`;
  return type.kind === "any" ? value : `(${javaType(type)}) ${value}`;
}

/** Methods of `Model` and `Object`, and words of Java, which a field's method must not have. */
const taken = new Set(
  "class default enum final import interface new package private public return static switch notify wait toMap toString response".split(
    " ",
  ),
);

export const javaName = (name: string) => (taken.has(camel(name)) ? `${camel(name)}_` : camel(name));

export function printJavaTypes({ shapes, events }: ClientModel): Record<string, string[]> {
  const files: Record<string, string[]> = {};
  for (const shape of shapes) files[shape.name] = shape.use === "reply" ? model(shape) : params(shape);
  const data = events.map(({ type, data }) => `case "${type}" -> new ${data}(fields);`);
  const names = events.map(({ type }) => type);
  files.UnknownData = [
    ...javadoc("The data of an event whose type this version does not know."),
    ...modelClass("UnknownData", []),
  ];
  files.WebhookEvent = [
    ...javadoc(`An event. Today's types: ${listed(names)}.`),
    ...modelClass("WebhookEvent", [
      ...["id", "type", "created_at"].flatMap((name) => accessor(textField(name))),
      "",
      "/** The data, in the class of the event's type, such as PaymentCompletedData, or UnknownData. */",
      "public Model data() {",
      '  return read(any("data"), fields -> data(type(), fields));',
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

const model = (shape: ShapeModel): string[] => [
  ...javadoc(shape.doc || `${pascal(shape.name)}, as replies and events have it.`),
  ...modelClass(shape.name, shape.fields.flatMap(accessor)),
];

const modelClass = (name: string, body: readonly string[]): string[] => [
  `public final class ${name} extends Model {`,
  ...javaLined(`  public ${name}(`, ["Map<String, Object> fields"], ") {", 100),
  "    super(fields);",
  "  }",
  ...indent(body, "  "),
  "}",
];

function accessor(field: FieldModel): string[] {
  const { name, type, isRequired, isNullable } = field;
  const isPlain = isRequired && !isNullable;
  const declared = javaType(type);
  const returned = (isPlain && primitive[declared]) || declared;
  const absent = isPlain ? "" : isRequired ? "It can be null." : "It is null where the reply has none.";
  return [
    "",
    ...javadoc([replyDoc(field), absent].filter(Boolean).join(" "), 98),
    `public ${returned} ${javaName(name)}() {`,
    `  return ${"of" in type ? `${type.kind}("${name}", each -> ${reading("each", type.of)})` : reading(`any("${name}")`, type)};`,
    "}",
  ];
}

function params({ name, doc, fields }: ShapeModel): string[] {
  const setters = fields.flatMap((field) => [
    "",
    ...javadoc(
      [field.isRequired ? "Required." : "", field.doc, oneOf(field.type)].filter(Boolean).join(" "),
      98,
    ),
    ...javaLined(`public ${name} ${javaName(field.name)}(`, [`${javaType(field.type)} value`], ") {", 98),
    `  fields.put("${field.name}", value);`,
    "  return this;",
    "}",
  ]);
  const body = indent(setters, "  ").slice(1);
  return [
    ...javadoc(doc || `The fields of a request. Set those that are required.`),
    `public final class ${name} extends Params {`,
    ...body,
    "}",
  ];
}

const oneOf = (type: TypeModel): string =>
  type.kind === "string" && type.values.length > 0 ? `One of ${listed(type.values)}.` : "";
