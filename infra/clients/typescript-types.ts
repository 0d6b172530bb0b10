import type { ClientModel, FieldModel, ShapeModel, TypeModel } from "./model.ts";
import { indent, joinBlocks, starComment } from "./text.ts";

const WIDTH = 110;

export function printTypes({ shapes, events }: ClientModel): string {
  const ofEvents = events.map(({ shape }) => shape);
  const named = shapes.filter(({ name }) => !/^Follow\w+Params$/.test(name));
  return joinBlocks(INSTANT, DAY, ...[...named, ...ofEvents].map(printShape), [
    "/** The events of this version. A later version of the service can send other types. */",
    "export type WebhookEvent =",
    `${ofEvents.map(({ name }) => `  | ${name}`).join("\n")};`,
  ]);
}

const INSTANT = [
  "/** A time, such as `2026-11-21T09:30:00.000Z`. `new Date(text)` and `Temporal.Instant.from(text)` read it. */",
  "export type Instant = string;",
];
const DAY = [
  "/** A day, such as `2026-11-21`, in no time zone. `Temporal.PlainDate.from(text)` reads it. */",
  "export type Day = string;",
];

function printShape({ name, doc, fields, use }: ShapeModel): string[] {
  const lines = fields.flatMap((field) => [...starComment(field.doc, WIDTH - 2), ...printField(field, use)]);
  return [...starComment(doc, WIDTH), `export type ${name} = {`, ...indent(lines, "  "), "};"];
}

function printField({ name, type, isRequired, isNullable }: FieldModel, use: ShapeModel["use"]): string[] {
  const start = `${name}${isRequired ? "" : "?"}:`;
  const optional = !isRequired && use === "request" ? ["undefined"] : [];
  const parts = [...typeParts(type, use), ...(isNullable ? ["null"] : []), ...optional];
  const headers = `${start} ${parts.join(" | ")};`;
  if (headers.length <= WIDTH - 2) return [headers];
  const lines = parts.map((part) => /^\((.*\|.*)\)\[\]$/.exec(part)?.[1]?.split(" | ") ?? part);
  const [only] = lines;
  if (lines.length === 1 && Array.isArray(only)) {
    return [`${start} (`, ...only.map((part) => `  | ${part}`), ")[];"];
  }
  const printed = lines.flatMap((part) =>
    Array.isArray(part) ? ["  | (", ...part.map((each) => `      | ${each}`), "    )[]"] : [`  | ${part}`],
  );
  return [start, ...printed.slice(0, -1), `${printed.at(-1)};`];
}

/** The members of a union. A reply's values are open, so that an unknown one is no error. */
function typeParts(type: TypeModel, use: ShapeModel["use"]): string[] {
  if (type.kind === "string") {
    if (type.format === "day") return ["Day"];
    if (type.format === "instant") return use === "request" ? ["Instant", "Date"] : ["Instant"];
    if (type.values.length === 0) return ["string"];
    const values = type.values.map((value) => JSON.stringify(value));
    return use === "reply" ? [...values, "(string & {})"] : values;
  }
  if (type.kind === "integer") return ["number"];
  if (type.kind === "any") return ["unknown"];
  if (type.kind === "shape") return [type.name];
  if (!("of" in type)) return [type.kind];
  const parts = typeParts(type.of, use);
  const inner = parts.join(" | ");
  if (type.kind === "map") return [`Record<string, ${inner}${type.hasNull ? " | null" : ""}>`];
  return [parts.length === 1 ? `${inner}[]` : `(${inner})[]`];
}
