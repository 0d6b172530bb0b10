import { buildModel } from "./build-model.ts";
import { type ClientModel, className, type MethodModel, type ResourceModel, waitName } from "./model.ts";
import { copyLicence, packageNames } from "./names.ts";
import { aliasOf, annotation, docstring, eventName, printPythonTypes, pythonName } from "./python-types.ts";
import { indent, listed, pascal, snake } from "./text.ts";
import { handWritten, writeFiles } from "./write-files.ts";

const WIDTH = 100;

/** Writes the Python package: its sources, as `python -m build` packs them. */
export function writePython(into: string): void {
  const model = buildModel();
  const names = packageNames(model.version);
  const src = `src/${names.pythonPackage}`;
  const params = [...model.platform, ...model.agent].flatMap(({ methods }) =>
    methods.map((each) => each.params?.name ?? ""),
  );
  writeFiles(into, {
    ...handWritten("python", names),
    [`${src}/_types.py`]: printPythonTypes(model, new Set(params)),
    [`${src}/_errors.py`]: errorsFile(model),
    [`${src}/_resources.py`]: resourcesFile(model),
    [`${src}/webhooks.py`]: webhooksFile(),
    [`${src}/__init__.py`]: initFile(model, `${names.slug}-python/${names.version}`),
  });
  copyLicence(into);
}

const FUTURE = ["from __future__ import annotations", ""];

const errorsFile = ({ errors }: ClientModel): string =>
  [
    '"""A class for each type of error."""',
    "",
    ...FUTURE,
    "from ._failures import ResponseError",
    ...errors.flatMap(({ type, codes }) => [
      "",
      "",
      `class ${className(type)}(ResponseError):`,
      ...indent(docstring(`An error of type \`${type}\`. Its codes today: ${listed(codes)}.`, WIDTH), "    "),
    ]),
    "",
    "",
    "ERRORS: dict[str, type[ResponseError]] = {",
    ...errors.map(({ type }) => `    "${type}": ${className(type)},`),
    "}",
    "",
  ].join("\n");

const resourceClass = ({ name }: ResourceModel, api: string) => `${api}${pascal(name)}`;

function resourcesFile({ platform, agent }: ClientModel): string {
  const all = [...platform, ...agent];
  const body = all
    .flatMap((resource) => ["", "", ...printResource(resource, platform.includes(resource) ? "" : "Agent")])
    .join("\n");
  const types = new Set<string>();
  for (const { methods } of all) {
    for (const { params, reply } of methods) {
      for (const field of params?.fields ?? [])
        types.add(annotation(field.type, "request", params ? aliasOf(params, field) : ""));
      if (reply.kind !== "bytes") types.add(reply.kind === "list" ? reply.item : reply.shape);
    }
  }
  const names = new Set(
    [...types]
      .map((type) => /(\w+)\]*$/.exec(type)?.[1] ?? "")
      .filter((name) => /^[A-Z]/.test(name) && name !== "Any"),
  );
  const abc = ["Mapping", "Sequence"].filter((name) => body.includes(`${name}[`));
  return [
    '"""The operations, in a class for each section."""',
    "",
    ...FUTURE,
    ...(abc.length > 0 ? [`from collections.abc import ${abc.join(", ")}`, ""] : []),
    "from ._model import Page",
    "from ._transport import Plan, RequestOptions, Transport, given, segment, wait_for",
    "from ._types import (",
    ...[...names].sort((a, b) => (a < b ? -1 : 1)).map((name) => `    ${name},`),
    ")",
    body,
    "",
  ].join("\n");
}

function printResource(resource: ResourceModel, api: string): string[] {
  return [
    `class ${resourceClass(resource, api)}:`,
    ...indent(docstring(resource.doc, WIDTH), "    "),
    "",
    "    def __init__(self, transport: Transport) -> None:",
    "        self._transport = transport",
    ...resource.methods.flatMap((method) => ["", ...indent(printMethod(method), "    ")]),
  ];
}

const define = (name: string, args: readonly string[], returned: string): string[] => [
  `def ${name}(`,
  ...["self", ...args].map((arg) => `    ${arg},`),
  `) -> ${returned}:`,
];

const OPTIONS = "request_options: RequestOptions | None = None";

function printMethod(method: MethodModel): string[] {
  const { name, doc, params, reply } = method;
  const fields = params?.fields.filter(({ name }) => !(reply.kind === "list" && !params) || name) ?? [];
  const ordered = [...fields.filter((each) => each.isRequired), ...fields.filter((each) => !each.isRequired)];
  const args = ordered.map((field) => {
    const type = annotation(field.type, "request", params ? aliasOf(params, field) : "");
    return `${pythonName(field.name)}: ${type}${field.isRequired ? "" : " | None = None"}`;
  });
  const returned =
    reply.kind === "bytes" ? "bytes" : reply.kind === "list" ? `Page[${reply.item}]` : reply.shape;
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
  const shape = reply.kind === "object" ? reply.shape : reply.kind === "list" ? reply.item : "";
  const send = { object: "send", list: "page", bytes: "response" }[reply.kind];
  return [
    `return self._transport.${send}(`,
    ...indent(
      [
        ...(shape ? [`${shape},`] : []),
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
  if (method.statuses.length === 0) return [];
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
    ...define(snake(waitName(method)), args, returned),
    ...indent(
      docstring(
        `Reads the object until its status is one of \`status\`. Today's statuses: ${listed(method.statuses)}.`,
        WIDTH,
      ),
      "    ",
    ),
    "    return wait_for(",
    `        lambda: self.${pythonName(snake(method.name))}(${[...ids, "request_options=request_options"].join(", ")}),`,
    "        status,",
    "        interval,",
    "        timeout,",
    "    )",
  ];
}

const webhooksFile = (): string => `"""Verifies webhook requests and returns their events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._types import EVENTS, UnknownEvent, WebhookEvent
from ._webhooks import verified


def unwrap(
    body: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300.0,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies both signatures of the raw body and its age, and returns the typed event."""
    event = verified(body, headers, secret, tolerance, now)
    return EVENTS.get(event["type"], UnknownEvent)(event)
`;

function initFile(model: ClientModel, userAgent: string): string {
  const failures = [
    "NetworkError",
    "RawResponse",
    "ResponseError",
    "ServiceError",
    "StatusTimeoutError",
    "WebhookSignatureError",
  ];
  const replies = model.shapes.filter(({ use }) => use === "reply").map(({ name }) => name);
  const types = [...replies, ...model.events.map(eventName), "UnknownEvent", "WebhookEvent"].sort((a, b) =>
    a < b ? -1 : 1,
  );
  const errors = model.errors.map(({ type }) => className(type)).sort();
  const all = [
    ...types,
    ...errors,
    ...failures,
    "Page",
    "HttpClient",
    "RequestOptions",
    "PlatformClient",
    "AgentClient",
    "webhooks",
  ];
  const from = (module: string, names: readonly string[]) => [
    `from .${module} import (`,
    ...names.map((name) => `    ${name},`),
    ")",
  ];
  return [
    '"""The client library."""',
    "",
    ...FUTURE,
    "from collections.abc import Mapping",
    "",
    "from . import _resources, webhooks",
    ...from("_errors", ["ERRORS", ...errors]),
    ...from("_failures", failures),
    "from ._model import Page",
    "from ._transport import HttpClient, RequestOptions, Transport",
    ...from("_types", types),
    "",
    "__all__ = [",
    ...all.sort((a, b) => (a < b ? -1 : 1)).map((name) => `    "${name}",`),
    "]",
    "",
    `_USER_AGENT = "${userAgent}"`,
    ...clientClass("PlatformClient", "The Platform API. It needs an API key.", model.platform, ""),
    ...clientClass("AgentClient", "The Agent API. It needs no key.", model.agent, "Agent"),
    "",
  ].join("\n");
}

function clientClass(name: string, doc: string, resources: readonly ResourceModel[], api: string): string[] {
  const settings = [
    "timeout: float = 30.0",
    "max_retries: int = 3",
    "retry_delay: float = 0.5",
    "headers: Mapping[str, str] | None = None",
    "http_client: HttpClient | None = None",
  ];
  const passed = [...settings.map((each) => each.split(":")[0]), ...(api ? [] : ["api_key"])];
  return [
    "",
    "",
    `class ${name}:`,
    ...indent(docstring(`${doc} Times are in seconds.`, WIDTH), "    "),
    "",
    ...indent(
      define(
        "__init__",
        [...(api ? ["base_url: str", "*"] : ["base_url: str", "api_key: str", "*"]), ...settings],
        "None",
      ),
      "    ",
    ),
    "        transport = Transport(",
    "            base_url,",
    "            user_agent=_USER_AGENT,",
    "            errors=ERRORS,",
    ...passed.map((each) => `            ${each}=${each},`),
    "        )",
    ...resources.map(
      (each) => `        self.${snake(each.name)} = _resources.${resourceClass(each, api)}(transport)`,
    ),
  ];
}
