import {
  type ClientModel,
  type EnumModel,
  type FieldModel,
  replyDoc,
  type ShapeModel,
  type TypeModel,
} from "./model.ts";
import { pascal, wordsOf, wrap } from "./text.ts";

const capitals = new Set("api dns ein http id ira json magi pdf ssn tls url".split(" "));

export const goName = (name: string): string =>
  wordsOf(name)
    .map((word) => (capitals.has(word) ? word.toUpperCase() : pascal(word)))
    .join("");

export const lineComment = (text: string): string[] =>
  wrap(text, 97).map((line) => (line ? `// ${line}` : "//"));

/** A comment starts with the name that it is about. */
export function docComment(name: string, doc: string, otherwise = ""): string[] {
  if (!doc) return lineComment(`${name} ${otherwise}.`);
  const isNoun = /^(?:an?|the|this) /i.test(doc);
  return lineComment(isNoun ? `${name} is ${lowered(doc)}` : `${name} ${otherwise}. ${doc}`);
}

export const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const goText = (lines: readonly string[]): string => `${lines.join("\n").trimEnd()}\n`;

const plainTypes = { string: "string", integer: "int64", number: "float64", boolean: "bool", any: "any" };
const formats = { instant: "time.Time", day: "Day" };

/** `from`: the package of the choices, and a dot. */
export function goType(type: TypeModel, from = ""): string {
  if (type.kind === "shape") return goName(type.name);
  if (type.kind === "string" && type.choice) return from + type.choice;
  if (type.kind === "string") return type.format ? formats[type.format] : "string";
  if (!("of" in type)) return plainTypes[type.kind];
  if (type.kind === "list") return `[]${goType(type.of, from)}`;
  return `map[string]${type.hasNull ? "*" : ""}${goType(type.of, from)}`;
}

/** A field of a request is absent, null or a value. A field of a reply is a pointer if it can be absent. */
export function goFieldType({ type, isRequired, isNullable }: FieldModel, isReply: boolean, from = "") {
  const written = goType(type, from);
  if (isNullable && !isReply) return `Nullable[${written}]`;
  const hasFormat = type.kind === "string" && type.format !== undefined;
  const canBeEmpty = type.kind === "string" ? !isReply : "of" in type || type.kind === "any";
  const isPointer = (isNullable || !isRequired) && !(canBeEmpty || (hasFormat && !isReply));
  return isPointer ? `*${written}` : written;
}

/** Names of the runtime that a shape must not have. */
const taken = new Set(
  "ArgumentError AttemptEvent CallOption ConnectionError Day DryOption FinalStatusError KeyOption NetworkError Null Nullable Option Page Reply Response ResponseError ResponseFormatError TimeoutError Value WebhookEvent".split(
    " ",
  ),
);

export function printGoTypes(model: ClientModel): string {
  const { shapes, enums, events } = model;
  return goText([
    'import "time"',
    ...enums.flatMap(printEnum),
    ...shapes.flatMap((shape) => ["", ...printShape(shape)]),
    "",
    "// eventData returns where to read the data of an event. An unknown type has none.",
    "func eventData(name string) any {",
    "\tswitch name {",
    ...events.flatMap(({ type, data }) => [`\tcase "${type}":`, `\t\treturn new(${goName(data)})`]),
    "\t}",
    "\treturn nil",
    "}",
  ]);
}

/** A text with constants, so that an unknown value of a reply is kept. */
function printEnum({ name, values, place }: EnumModel): string[] {
  if (taken.has(name)) throw new Error(`The choice ${name} has the name of a type of Go's runtime.`);
  const constants = values.map((value) => name + (goName(value) || "All"));
  const width = Math.max(...constants.map(({ length }) => length));
  return [
    "",
    ...lineComment(
      `${name} is a value of ${place.split(".").map(goName).join(".")}. Later versions of the service can have others.`,
    ),
    `type ${name} string`,
    "",
    `// Today's values of ${name}.`,
    "const (",
    ...values.map((value, i) => `\t${constants[i]?.padEnd(width)} ${name} = "${value}"`),
    ")",
  ];
}

function printShape(shape: ShapeModel): string[] {
  const { doc, fields, use } = shape;
  const name = goName(shape.name);
  if (taken.has(name)) throw new Error(`The shape ${name} has the name of a type of Go's runtime.`);
  const isReply = use === "reply";
  const body = fields.map((field) => printField(field, isReply));
  if (isReply && fields.some((field) => ["Reply", "String"].includes(goName(field.name))))
    throw new Error(`${name} has a field whose name is taken.`);
  return [
    ...docComment(name, doc, `is a part of ${isReply ? "replies" : "requests"}`),
    `type ${name} struct {`,
    ...(isReply ? ['\tReply `json:"-"`', ""] : []),
    ...body.flatMap((lines, i) => (i > 0 && !lines[0]?.startsWith("\t//") ? ["", ...lines] : lines)),
    "}",
    ...(isReply ? unmarshal(name) : []),
  ];
}

const unmarshal = (name: string) => [
  "",
  "// UnmarshalJSON keeps the JSON beside the fields.",
  `func (v *${name}) UnmarshalJSON(data []byte) error {`,
  `\ttype plain ${name}`,
  "\treturn v.Reply.read(data, (*plain)(v))",
  "}",
];

function printField(field: FieldModel, isReply: boolean): string[] {
  const comment = lineComment(replyDoc(field)).map((line) => `\t${line}`);
  const type = goFieldType(field, isReply);
  const omit = field.isRequired
    ? ""
    : /^(?:Nullable\[.*|time\.Time)$/.test(type)
      ? ",omitzero"
      : ",omitempty";
  return [...comment, `\t${goName(field.name)} ${type} \`json:"${field.name}${omit}"\``];
}
