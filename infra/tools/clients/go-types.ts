import { type ClientModel, type FieldModel, replyDoc, type ShapeModel, type TypeModel } from "./model.ts";
import { pascal, wordsOf, wrap } from "./text.ts";

/** Words that Go writes in capitals. */
const capitals = new Set(["api", "http", "id", "json", "pdf", "ssn", "url"]);

export const goName = (name: string): string =>
  wordsOf(name)
    .map((word) => (capitals.has(word) ? word.toUpperCase() : pascal(word)))
    .join("");

export const lineComment = (text: string): string[] =>
  wrap(text, 97).map((line) => (line ? `// ${line}` : "//"));

/** Lines as a file. */
export const goText = (lines: readonly string[]): string => `${lines.join("\n").trimEnd()}\n`;

const plainTypes = { string: "string", integer: "int64", number: "float64", boolean: "bool", any: "any" };

function goType(type: TypeModel): string {
  if (type.kind === "shape") return type.name;
  if (!("of" in type)) return plainTypes[type.kind];
  if (type.kind === "list") return `[]${goType(type.of)}`;
  return `map[string]${type.hasNull ? "*" : ""}${goType(type.of)}`;
}

/** Names of the runtime that a shape must not have. */
const taken = new Set([
  "ArgumentError",
  "AttemptEvent",
  "CallOption",
  "ConnectionError",
  "FinalStatusError",
  "KeyOption",
  "NetworkError",
  "Option",
  "Page",
  "Reply",
  "Response",
  "ResponseError",
  "ResponseFormatError",
  "TimeoutError",
  "WebhookEvent",
]);

export function printGoTypes({ shapes, events }: ClientModel): string {
  return goText([
    ...shapes.flatMap((shape) => ["", ...printShape(shape)]).slice(1),
    "",
    "// eventData returns where to read the data of an event. An unknown type has none.",
    "func eventData(name string) any {",
    "\tswitch name {",
    ...events.flatMap(({ type, data }) => [`\tcase "${type}":`, `\t\treturn new(${data})`]),
    "\t}",
    "\treturn nil",
    "}",
  ]);
}

function printShape({ name, doc, fields, use }: ShapeModel): string[] {
  if (taken.has(name)) throw new Error(`The shape ${name} has the name of a type of Go's runtime.`);
  const isReply = use === "reply";
  const body = fields.map((field) => printField(field, isReply));
  if (isReply && fields.some((field) => goName(field.name) === "Reply"))
    throw new Error(`${name}.reply is taken.`);
  return [
    ...lineComment(doc ? `${name}: ${doc}` : `${name} is a part of the API.`),
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

/** A comment or an empty line above each field, so that no column needs to line up. */
function printField(field: FieldModel, isReply: boolean): string[] {
  const { name, type, isRequired, isNullable } = field;
  const comment = lineComment(replyDoc(field)).map((line) => `\t${line}`);
  const isOptional = isNullable || !isRequired;
  const canBeEmpty = type.kind === "string" ? !isReply : "of" in type || type.kind === "any";
  const pointer = isOptional && !canBeEmpty ? "*" : "";
  // A request leaves out an optional value. `Null` is sent as null.
  const written = isNullable && !isReply ? "any" : pointer + goType(type);
  return [...comment, `\t${goName(name)} ${written} \`json:"${name}${isRequired ? "" : ",omitempty"}"\``];
}
