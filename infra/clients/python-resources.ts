import type { ClientModel, FieldModel, MethodModel, ResourceModel } from "./model.ts";
import { annotation, docstring, pythonName } from "./python-types.ts";
import { indent, snake } from "./text.ts";

const WIDTH = 100;
export const FUTURE = ["from __future__ import annotations", ""];

/** How the classes of sockets differ from those of asyncio. */
export type PythonKind = { prefix: "" | "Async"; define: "def" | "async def"; wait: "" | "await " };
export const SYNC: PythonKind = { prefix: "", define: "def", wait: "" };
export const ASYNC: PythonKind = { prefix: "Async", define: "async def", wait: "await " };

export function printPythonResources(model: ClientModel, kind: PythonKind): string {
  const operations = [...model.platform, ...model.agent];
  const body = operations.flatMap((resource) => ["", "", ...printResource(resource, kind)]).join("\n");
  const used = operations.flatMap(({ methods }) => methods.flatMap(typesIn));
  const builtIn = ["Any", "Mapping", "None", "Sequence", "Literal"];
  const names = new Set(used.filter((name) => !builtIn.includes(name)));
  return [
    '"""The operations, in a class for each section."""',
    "",
    ...FUTURE,
    "import datetime as dt",
    `from collections.abc import ${kind.prefix}Iterator, Mapping, Sequence`,
    ...(used.includes("Literal") ? ["from typing import Literal"] : []),
    "",
    "from ._arguments import segment",
    "from ._calls import Call, RequestOptions",
    "from ._given import NOT_GIVEN, NotGiven, given",
    ...(kind === ASYNC
      ? ["from ._stream_async import AsyncList", "from ._transport_async import AsyncTransport"]
      : ["from ._transport import Page, Transport"]),
    "from ._types import (",
    ...[...names].sort((a, b) => (a < b ? -1 : 1)).map((name) => `    ${name},`),
    ")",
    body,
    "",
  ].join("\n");
}

function typesIn({ params, reply, wait }: MethodModel): string[] {
  const texts = [
    ...(params?.fields ?? []).map(argumentType),
    reply.item || reply.shape,
    wait?.status.choice ?? "",
  ];
  return texts.flatMap((text) => text.match(/\b[A-Z]\w*/g) ?? []);
}

const argumentType = ({ type }: FieldModel) => annotation(type, "request");

function printResource({ className, doc, methods }: ResourceModel, kind: PythonKind): string[] {
  return [
    `class ${kind.prefix}${className}Resource:`,
    ...indent(docstring(doc, WIDTH), "    "),
    "",
    `    def __init__(self, transport: ${kind.prefix}Transport) -> None:`,
    "        self._transport = transport",
    ...methods.flatMap((method) => ["", ...indent(printMethod(method, kind), "    ")]),
  ];
}

export const define = (
  name: string,
  args: readonly string[],
  returned: string,
  keyword: PythonKind["define"] = "def",
): string[] => [`${keyword} ${name}(`, ...["self", ...args].map((arg) => `    ${arg},`), `) -> ${returned}:`];

const OPTIONS = "request_options: RequestOptions | None = None";

function printMethod(method: MethodModel, kind: PythonKind): string[] {
  const { name, doc, params, reply } = method;
  const fields = params?.fields ?? [];
  const twice = fields.find((field) => method.pathParams.some(({ name }) => name === field.name));
  if (twice) throw new Error(`${method.operation}: ${twice.name} is in the path and in the fields.`);
  const ordered = [...fields.filter((each) => each.isRequired), ...fields.filter((each) => !each.isRequired)];
  const args = ordered.map((field) => {
    const type = argumentType(field);
    const orNull = field.isNullable ? " | None" : "";
    return `${pythonName(field.name)}: ${type}${orNull}${field.isRequired ? "" : " | NotGiven = NOT_GIVEN"}`;
  });
  const returned = {
    object: reply.shape,
    list: `${kind.prefix ? "AsyncList" : "Page"}[${reply.item}]`,
    follow: `${kind.prefix}Iterator[${reply.item}]`,
    bytes: "bytes",
  }[reply.kind];
  const docs = [
    doc,
    ...fields.filter((each) => each.doc).map((each) => `- \`${pythonName(each.name)}\`: ${each.doc}`),
  ];
  return [
    ...define(
      pythonName(snake(name)),
      [...method.pathParams.map((each) => `${each.name}: str`), "*", ...args, OPTIONS],
      returned,
      // The list of asyncio can be awaited or iterated, so that its method does neither.
      reply.cursor ? "def" : kind.define,
    ),
    ...indent([...docstring(docs.join("\n"), WIDTH), ...printCall(method, kind)], "    "),
    ...waitMethod(method, returned, kind),
  ];
}

function printCall(method: MethodModel, kind: PythonKind): string[] {
  const { reply } = method;
  const [name, more] = {
    object: ["send", [`${reply.shape},`]],
    list: ["page", [`${reply.item},`]],
    follow: ["follow", [`${reply.item},`]],
    bytes: ["content", []],
  }[reply.kind] as [string, string[]];
  const start = reply.start ? [`"${reply.start}",`] : [];
  const args = indent([...more, ...callOf(method), ...start], "    ");
  if (reply.kind === "list" && kind.prefix)
    return ["return AsyncList(", "    lambda: self._transport.page(", ...indent(args, "    "), "    )", ")"];
  const wait = reply.cursor ? "" : kind.wait;
  return [`return ${wait}self._transport.${name}(`, ...args, ")"];
}

function callOf(method: MethodModel): string[] {
  const { params, isBody, fixed, reply } = method;
  const entries = [
    ...(params?.fields.map(({ name }) => `    "${name}": ${pythonName(name)},`) ?? []),
    ...Object.entries(fixed).map(([name, value]) => `    "${name}": "${value}",`),
  ];
  const args = [
    `"${method.http}",`,
    `${pathText(method)},`,
    `"${method.retry}",`,
    `"${method.key}",`,
    "request_options,",
    ...(entries.length > 0
      ? [`${isBody ? "body" : "query"}=given(`, "    {", ...indent(entries, "    "), "    }", "),"]
      : []),
    ...(reply.kind === "bytes" ? [`accept="${reply.media}",`] : []),
    ...(reply.cursor && reply.cursor !== "id" ? [`cursor="${reply.cursor}",`] : []),
  ];
  return ["Call(", ...indent(args, "    "), "),"];
}

const pathText = ({ path, pathParams }: MethodModel) =>
  pathParams.length === 0
    ? `"${path}"`
    : `f"${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{segment(${name})}`)}"`;

function waitMethod(method: MethodModel, returned: string, kind: PythonKind): string[] {
  const { wait } = method;
  if (!wait) return [];
  const ids = method.pathParams.map(({ name }) => name);
  const args = [
    ...ids.map((id) => `${id}: str`),
    `status: ${wait.status.choice} | Sequence[${wait.status.choice}]`,
    "*",
    "interval: float = 2.0",
    "timeout: float = 300.0",
    OPTIONS,
  ];
  return [
    "",
    ...define(snake(wait.name), args, returned, kind.define),
    ...indent(docstring(wait.doc, WIDTH), "    "),
    `    return ${kind.wait}self._transport.wait(`,
    `        ${method.reply.shape},`,
    ...indent(callOf(method), "        "),
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
