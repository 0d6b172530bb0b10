import {
  type ClientModel,
  type FieldModel,
  replyDoc,
  type ShapeModel,
  type TypeModel,
  valuesIn,
} from "./model.ts";
import { indent, pascal, wrap } from "./text.ts";

const WIDTH = 100;

const keywords = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False".split(
    " ",
  ),
);

/** A keyword gets an underscore. */
export const pythonName = (name: string): string => (keywords.has(name) ? `${name}_` : name);

export function docstring(text: string, width: number): string[] {
  if (!text) return [];
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '".');
  const lines = wrap(safe, width - 6);
  if (lines.length === 1) return [`"""${lines[0]}"""`];
  return [`"""${lines[0]}`, ...(lines[1] === "" ? [] : [""]), ...lines.slice(1), '"""'];
}

/** Attributes of `Model`, which a field would hide. */
const taken = new Set(["raw_response", "to_dict"]);

/** The type of a date, and the function that reads its text. A caller may also give the text. */
const DATES = {
  instant: { type: "dt.datetime", reader: "instant" },
  day: { type: "dt.date", reader: "day" },
} as const;

/** The annotation of a type. A reply's values are open, so they are text. */
export function annotation(type: TypeModel, use: ShapeModel["use"], alias: string): string {
  switch (type.kind) {
    case "string":
      if (use === "event" && type.values.length > 0) return `Literal["${type.values}"]`;
      if (type.format) return DATES[type.format].type + (use === "request" ? " | str" : "");
      return use === "request" && type.values.length > 0 ? alias : "str";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "any":
      return "Any";
    case "shape":
      return type.name;
    case "list":
      return `${use === "request" ? "Sequence" : "list"}[${annotation(type.of, use, alias)}]`;
    case "map":
      return `${use === "request" ? "Mapping" : "dict"}[str, ${annotation(type.of, use, alias)}${type.hasNull ? " | None" : ""}]`;
  }
}

export const aliasOf = (shape: ShapeModel, { name }: FieldModel): string => shape.name + pascal(name);

function literals(shape: ShapeModel): string[][] {
  return shape.fields
    .filter(({ type }) => valuesIn(type).length > 0)
    .map((field) => {
      const values = valuesIn(field.type).map((value) => JSON.stringify(value));
      const one = `${aliasOf(shape, field)} = Literal[${values.join(", ")}]`;
      if (one.length <= 110) return [one];
      return [`${aliasOf(shape, field)} = Literal[`, ...values.map((value) => `    ${value},`), "]"];
    });
}

/** The shapes that only a method's arguments spell out have no class of their own. */
export function printPythonTypes(model: ClientModel, arguments_: ReadonlySet<string>): string {
  const ofEvents = model.events.map(({ shape }) => shape);
  const requests = model.shapes.filter(({ use }) => use === "request");
  const nested = requests.filter(({ name }) => !arguments_.has(name));
  const blocks = [
    ...nested.map(typedDict),
    ...model.shapes.filter(({ use }) => use === "reply").map(modelClass),
    ...ofEvents.map(modelClass),
  ];
  const events = model.events.map((event) => `    "${event.type}": ${event.shape.name},`);
  const union = [
    "WebhookEvent = (",
    ...[...ofEvents.map(({ name }) => name), "UnknownEvent"].map((name, i) => `    ${i ? "| " : ""}${name}`),
    ")",
  ];
  const body = [
    ...requests.flatMap(literals).flat(),
    "",
    "",
    blocks.map((lines) => lines.join("\n")).join("\n\n\n"),
    "",
    "",
    union.join("\n"),
    "",
    "EVENTS: dict[str, type[WebhookEvent]] = {",
    ...events,
    "}",
  ].join("\n");
  return [
    '"""The objects of requests, replies and events."""',
    "",
    "from __future__ import annotations",
    "",
    "import datetime as dt",
    "from typing import Any, ClassVar, Literal, TypedDict",
    "",
    "from ._model import Model, UnknownEvent",
    "",
    body,
    "",
  ].join("\n");
}

function typedDict(shape: ShapeModel): string[] {
  const field = ({ name, ...rest }: FieldModel) => [
    `${name}: ${annotation(rest.type, "request", aliasOf(shape, { name, ...rest }))}`,
    ...docstring(rest.doc, WIDTH),
  ];
  const odd = shape.fields.find(({ name }) => keywords.has(name));
  if (odd) throw new Error(`${shape.name}.${odd.name} is a keyword of Python.`);
  const [needed, others] = [true, false].map((is) =>
    shape.fields.filter(({ isRequired }) => isRequired === is),
  );
  const doc = shape.doc ? [...docstring(shape.doc, WIDTH), ""] : [];
  const partial = (name: string, fields: FieldModel[]) => [
    `class ${shape.name}(${name}, total=False):`,
    ...indent([...doc, ...fields.flatMap(field)], "    "),
  ];
  if (!needed?.length) return partial("TypedDict", others ?? []);
  const base = others?.length ? `_${shape.name}` : shape.name;
  const first = [`class ${base}(TypedDict):`, ...indent([...doc, ...needed.flatMap(field)], "    ")];
  return others?.length ? [...first, "", "", ...partial(base, others)] : first;
}

function modelClass(shape: ShapeModel): string[] {
  const hidden = shape.fields.find(({ name }) => taken.has(name));
  if (hidden) throw new Error(`${shape.name}.${hidden.name} would hide an attribute of Python's Model.`);
  const lines = shape.fields.flatMap((field) => {
    const optional = field.isNullable || !field.isRequired ? " | None" : "";
    return [
      `${pythonName(field.name)}: ${annotation(field.type, shape.use, "")}${optional}`,
      ...docstring(replyDoc(field), WIDTH),
    ];
  });
  const doc = shape.doc ? [...docstring(shape.doc, WIDTH), ""] : [];
  return [`class ${shape.name}(Model):`, ...indent([...doc, ...lines, ...shapesOf(shape)], "    ")];
}

/** What reads the fields that are objects or dates, by the names of the fields. */
function shapesOf({ fields }: ShapeModel): string[] {
  const entry = (name: string, entries: [string, string][]) => {
    if (entries.length === 0) return [];
    const texts = entries.map(([field, shape]) => `    "${field}": "${shape}",`);
    return [`${name}: ClassVar[dict[str, str]] = {`, ...texts, "}"];
  };
  const found = fields.flatMap(({ name, type }): [string, string, boolean][] => {
    const isMap = type.kind === "map";
    const inner = "of" in type ? type.of : type;
    const reader =
      inner.kind === "shape"
        ? inner.name
        : inner.kind === "string" && inner.format && DATES[inner.format].reader;
    return reader ? [[name, reader, isMap]] : [];
  });
  const of = (isMap: boolean) =>
    found.filter((each) => each[2] === isMap).map(([name, shape]): [string, string] => [name, shape]);
  const lines = [...entry("_shapes", of(false)), ...entry("_maps", of(true))];
  return lines.length > 0 ? ["", ...lines] : [];
}
