import {
  type ClientModel,
  type EnumModel,
  type FieldModel,
  replyDoc,
  type ShapeModel,
  type TypeModel,
} from "./model.ts";
import { indent, wrap } from "./text.ts";

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
  const [first = "", ...others] = safe.split("\n");
  const [start = "", ...more] = wrap(first, width - 6);
  const rest = wrap(others.join("\n"), width - 6);
  if (more.length + rest.length === 0) return [`"""${start}"""`];
  return [`"""${start}`, ...more, ...(rest.length > 0 && rest[0] ? ["", ...rest] : rest), '"""'];
}

/** Attributes of `Model`, which a field would hide. */
const taken = new Set(["raw_response", "to_dict"]);

const DATES = {
  instant: { type: "dt.datetime", reader: "instant" },
  day: { type: "dt.date", reader: "day" },
} as const;

/** The annotation of a type. A reply may have a value that no choice names today. */
export function annotation(type: TypeModel, use: ShapeModel["use"]): string {
  switch (type.kind) {
    case "string":
      if (type.choice) return use === "reply" ? `${type.choice} | str` : type.choice;
      if (use !== "reply" && type.values.length > 0) return `Literal[${literals(type.values).join(", ")}]`;
      if (type.format) return DATES[type.format].type + (use === "request" ? " | str" : "");
      return "str";
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
      return `${use === "request" ? "Sequence" : "list"}[${annotation(type.of, use)}]`;
    case "map":
      return `${use === "request" ? "Mapping" : "dict"}[str, ${annotation(type.of, use)}${type.hasNull ? " | None" : ""}]`;
  }
}

const literals = (values: readonly string[]) => values.map((value) => JSON.stringify(value));

function choiceAlias({ name, values }: EnumModel): string[] {
  const literal = `${name} = Literal[${literals(values).join(", ")}]`;
  if (literal.length <= 110) return [literal];
  return [`${name} = Literal[`, ...literals(values).map((value) => `    ${value},`), "]"];
}

/** The shapes of requests that have a class: those that a method's arguments do not spell out. */
export function nestedRequests({ shapes, platform, agent }: ClientModel): ShapeModel[] {
  const spelled = [...platform, ...agent].flatMap(({ methods }) => methods.map(({ params }) => params?.name));
  const types = shapes.flatMap(({ fields }) => fields.map(({ type }) => ("of" in type ? type.of : type)));
  const inOthers = types.flatMap((type) => (type.kind === "shape" ? type.name : []));
  return shapes.filter(
    ({ use, name }) => use === "request" && (!spelled.includes(name) || inOthers.includes(name)),
  );
}

export function printPythonTypes(model: ClientModel): string {
  const ofEvents = model.events.map(({ shape }) => shape);
  const models = [...model.shapes.filter(({ use }) => use === "reply"), ...ofEvents];
  const blocks = [...nestedRequests(model).map(typedDict), ...models.map(modelClass)];
  const events = model.events.map((event) => `    "${event.type}": ${event.shape.name},`);
  const union = [
    "WebhookEvent = (",
    ...[...ofEvents.map(({ name }) => name), "UnknownEvent"].map((name, i) => `    ${i ? "| " : ""}${name}`),
    ")",
  ];
  const body = [
    ...model.enums.flatMap(choiceAlias),
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
    "from collections.abc import Mapping",
    "from typing import Any, ClassVar, Literal, TypedDict",
    "",
    "from ._model import Model, UnknownEvent",
    "",
    body,
    "",
  ].join("\n");
}

function typedDict(shape: ShapeModel): string[] {
  const field = (each: FieldModel) => [
    `${each.name}: ${annotation(each.type, "request")}`,
    ...docstring(each.doc, WIDTH),
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
      `${pythonName(field.name)}: ${annotation(field.type, shape.use)}${optional}`,
      ...docstring(replyDoc(field), WIDTH),
    ];
  });
  const doc = shape.doc ? [...docstring(shape.doc, WIDTH), ""] : [];
  return [`class ${shape.name}(Model):`, ...indent([...doc, ...lines, ...shapesOf(shape)], "    ")];
}

function shapesOf({ fields }: ShapeModel): string[] {
  const entry = (name: string, entries: [string, string][]) => {
    if (entries.length === 0) return [];
    const texts = entries.map(([field, shape]) => `    "${field}": "${shape}",`);
    return [`${name}: ClassVar[dict[str, str]] = {`, ...texts, "}"];
  };
  const rows = fields.flatMap(({ name, type }): [string, string, boolean][] => {
    const isMap = type.kind === "map";
    const inner = "of" in type ? type.of : type;
    const reader =
      inner.kind === "shape"
        ? inner.name
        : inner.kind === "string" && inner.format && DATES[inner.format].reader;
    return reader ? [[name, reader, isMap]] : [];
  });
  const of = (isMap: boolean) =>
    rows.filter((each) => each[2] === isMap).map(([name, shape]): [string, string] => [name, shape]);
  const lines = [...entry("_shapes", of(false)), ...entry("_maps", of(true))];
  return lines.length > 0 ? ["", ...lines] : [];
}
