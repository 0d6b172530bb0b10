import type { ClientModel, MethodModel, ResourceModel } from "./model.ts";
import { aliasOf, annotation, docstring, pythonName } from "./python-types.ts";
import { indent, snake } from "./text.ts";

const WIDTH = 100;
export const FUTURE = ["from __future__ import annotations", ""];

export function printPythonResources({ platform, agent }: ClientModel): string {
  const all = [...platform, ...agent];
  const body = all.flatMap((resource) => ["", "", ...printResource(resource)]).join("\n");
  const types = new Set<string>();
  for (const { methods } of all) {
    for (const { params, reply } of methods) {
      for (const field of params?.fields ?? [])
        types.add(annotation(field.type, "request", params ? aliasOf(params, field) : ""));
      types.add(reply.item || reply.shape);
    }
  }
  const builtIn = ["Any", "Mapping", "None", "Sequence"];
  const named = [...types].flatMap((type) => type.match(/\b[A-Z]\w*/g) ?? []);
  const names = new Set(named.filter((name) => !builtIn.includes(name)));
  return [
    '"""The operations, in a class for each section."""',
    "",
    ...FUTURE,
    "from collections.abc import Mapping, Sequence",
    "",
    "from ._arguments import segment",
    "from ._given import NOT_GIVEN, NotGiven, given",
    "from ._model import Page",
    "from ._transport import Plan, RequestOptions, Transport, wait_for",
    "from ._types import (",
    ...[...names].sort((a, b) => (a < b ? -1 : 1)).map((name) => `    ${name},`),
    ")",
    body,
    "",
  ].join("\n");
}

function printResource({ className, doc, methods }: ResourceModel): string[] {
  return [
    `class ${className}Resource:`,
    ...indent(docstring(doc, WIDTH), "    "),
    "",
    "    def __init__(self, transport: Transport) -> None:",
    "        self._transport = transport",
    ...methods.flatMap((method) => ["", ...indent(printMethod(method), "    ")]),
  ];
}

export const define = (name: string, args: readonly string[], returned: string): string[] => [
  `def ${name}(`,
  ...["self", ...args].map((arg) => `    ${arg},`),
  `) -> ${returned}:`,
];

const OPTIONS = "request_options: RequestOptions | None = None";

function printMethod(method: MethodModel): string[] {
  const { name, doc, params, reply } = method;
  const fields = params?.fields ?? [];
  const twice = fields.find((field) => method.pathParams.some(({ name }) => name === field.name));
  if (twice) throw new Error(`${method.operation}: ${twice.name} is in the path and in the fields.`);
  const ordered = [...fields.filter((each) => each.isRequired), ...fields.filter((each) => !each.isRequired)];
  const args = ordered.map((field) => {
    const type = annotation(field.type, "request", params ? aliasOf(params, field) : "");
    const orNull = field.isNullable ? " | None" : "";
    return `${pythonName(field.name)}: ${type}${orNull}${field.isRequired ? "" : " | NotGiven = NOT_GIVEN"}`;
  });
  const returned = { object: reply.shape, list: `Page[${reply.item}]`, bytes: "bytes" }[reply.kind];
  const docs = [
    doc,
    ...fields.filter((each) => each.doc).map((each) => `- \`${pythonName(each.name)}\`: ${each.doc}`),
  ];
  return [
    ...define(
      pythonName(snake(name)),
      [...method.pathParams.map((each) => `${each.name}: str`), "*", ...args, OPTIONS],
      returned,
    ),
    ...indent([...docstring(docs.join("\n"), WIDTH), ...printCall(method)], "    "),
    ...waitMethod(method, returned),
  ];
}

function printCall(method: MethodModel): string[] {
  const { params, isBody, fixed, reply } = method;
  const entries = [
    ...(params?.fields.map(({ name }) => `    "${name}": ${pythonName(name)},`) ?? []),
    ...Object.entries(fixed).map(([name, value]) => `    "${name}": "${value}",`),
  ];
  const inputs =
    entries.length > 0
      ? [`${isBody ? "body" : "query"}=given(`, "    {", ...indent(entries, "    "), "    }", "),"]
      : [];
  const shape = reply.item || reply.shape;
  const send = { object: "send", list: "page", bytes: "response" }[reply.kind];
  return [
    `return self._transport.${send}(`,
    ...indent(
      [
        ...(shape ? [`${shape},`] : []),
        ...(reply.cursor ? [`"${reply.cursor}",`] : []),
        "Plan(",
        `    "${method.http}",`,
        `    ${pathText(method)},`,
        `    "${method.retry}",`,
        `    "${method.key}",`,
        "),",
        "request_options,",
        ...inputs,
        ...(reply.kind === "bytes" ? [`accept="${reply.media}",`] : []),
      ],
      "    ",
    ),
    reply.kind === "bytes" ? ").body" : ")",
  ];
}

const pathText = ({ path, pathParams }: MethodModel) =>
  pathParams.length === 0
    ? `"${path}"`
    : `f"${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{segment(${name})}`)}"`;

function waitMethod(method: MethodModel, returned: string): string[] {
  const { wait } = method;
  if (!wait) return [];
  const ids = method.pathParams.map(({ name }) => name);
  const args = [
    ...ids.map((id) => `${id}: str`),
    "status: str | Sequence[str]",
    "*",
    "interval: float = 2.0",
    "timeout: float = 300.0",
    OPTIONS,
  ];
  return [
    "",
    ...define(snake(wait.name), args, returned),
    ...indent(docstring(wait.doc, WIDTH), "    "),
    "    return wait_for(",
    `        lambda: self.${pythonName(snake(method.name))}(${[...ids, "request_options=request_options"].join(", ")}),`,
    "        status,",
    `        (${wait.final
      .map((each) => `"${each}",`)
      .join(" ")
      .replace(/,$/, wait.final.length > 1 ? "" : ",")}),`,
    "        interval,",
    "        timeout,",
    "    )",
  ];
}
