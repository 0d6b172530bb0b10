import { buildModel } from "./build-model.ts";
import { type ClientModel, className, type ResourceModel } from "./model.ts";
import { copyLicence, packageNames } from "./names.ts";
import { define, printPythonResources, pythonResource } from "./python-resources.ts";
import { docstring, eventName, printPythonTypes } from "./python-types.ts";
import { indent, listed, snake } from "./text.ts";
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
    [`${src}/_resources.py`]: printPythonResources(model),
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
      (each) => `        self.${snake(each.name)} = _resources.${pythonResource(each, api)}(transport)`,
    ),
  ];
}
