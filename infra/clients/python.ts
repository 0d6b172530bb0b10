import { type ClientClass, type ClientModel, clientClasses } from "./model.ts";
import { ASYNC, define, FUTURE, type PythonKind, printPythonResources, SYNC } from "./python-resources.ts";
import { docstring, nestedRequests, printPythonTypes } from "./python-types.ts";
import { indent, snake } from "./text.ts";
import { handWritten } from "./write-files.ts";

const WIDTH = 100;

export function printPython(model: ClientModel, names: Record<string, string>): Record<string, string> {
  const src = `src/${names.pythonPackage}`;
  const userAgent = `${names.slug}-python/${names.version}`;
  return {
    [`${src}/_types.py`]: printPythonTypes(model),
    [`${src}/_errors.py`]: errorsFile(model),
    [`${src}/_resources.py`]: printPythonResources(model, SYNC),
    [`${src}/_resources_async.py`]: printPythonResources(model, ASYNC),
    [`${src}/_clients.py`]: clientsFile(model, SYNC, userAgent),
    [`${src}/_clients_async.py`]: clientsFile(model, ASYNC, userAgent),
    ...withoutAsync(handWritten("python", names, /_(?:http|transport)_async\.py$/)),
    [`${src}/__init__.py`]: initFile(model),
  };
}

/** The files for sockets, from those for asyncio: a rule of HTTP or of retries is written once. */
const withoutAsync = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.replace("_async", ""),
      `# Printed from ${path.split("/").at(-1)}.\n${text
        .replaceAll(/\b(?:async |await )/g, "")
        .replaceAll(/_async\b|\bAsync(?=[A-Z])|\ba(?=close\(|iter_stream)/g, "")
        .replaceAll("AnyIOBackend", "SyncBackend")
        .replaceAll(/\bfor each in (.*):\n +yield each\b/g, "yield from $1")
        .replaceAll("__aiter__", "__iter__")}`,
    ]),
  );

/** `PermissionError` is a built-in exception of another meaning. */
const errorName = (name: string) => name.replace("PermissionError", "PermissionDeniedError");

const errorsFile = ({ errors }: ClientModel): string =>
  [
    '"""A class for each type of error."""',
    "",
    ...FUTURE,
    "from ._failures import ResponseError",
    ...errors.flatMap(({ name, parent, doc }) => [
      "",
      "",
      `class ${errorName(name)}(${errorName(parent)}):`,
      ...indent(docstring(doc, WIDTH), "    "),
    ]),
    "",
    "",
    "ERRORS: dict[str, type[ResponseError]] = {",
    ...errors.map(({ key, name }) => `    "${key}": ${errorName(name)},`),
    "}",
    "",
  ].join("\n");

const FAILURES =
  "APIConnectionError APITimeoutError FinalStatusError NetworkError RawResponse ResponseError ResponseFormatError ServiceError StatusTimeoutError WebhookSignatureError".split(
    " ",
  );

const sorted = (names: readonly string[]) => [...names].sort((a, b) => (a < b ? -1 : 1));

/** The linter sorts imports without regard to case, and `__all__` with it. */
const imported = (names: readonly string[]) =>
  [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

/** asyncio takes as long to load as all the rest, so that its classes are loaded when they are named. */
const LAZY = `if TYPE_CHECKING:
    from ._clients_async import AsyncAgentClient, AsyncPlatformClient
    from ._stream_async import AsyncHttpClient, AsyncList
    from ._transport_async import AsyncPage
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import _clients_async, _stream_async, _transport_async

        modules = (_clients_async, _stream_async, _transport_async)
        return next(getattr(each, name) for each in modules if hasattr(each, name))
`;

function initFile(model: ClientModel): string {
  const replies = model.shapes.filter(({ use }) => use === "reply").map(({ name }) => name);
  const events = model.events.map(({ shape }) => shape.name);
  const arguments_ = [...nestedRequests(model), ...model.enums].map(({ name }) => name);
  const types = imported([...replies, ...events, ...arguments_, "WebhookEvent"]);
  const errors = imported(model.errors.map(({ name }) => errorName(name)));
  const runtime =
    "AgentClient AsyncAgentClient AsyncHttpClient AsyncList AsyncPage AsyncPlatformClient AttemptEvent HttpClient NotGiven Page PlatformClient ReceiptError RequestOptions UnknownEvent verify_receipt webhooks".split(
      " ",
    );
  const from = (module: string, names: readonly string[]) => [
    `from .${module} import (`,
    ...names.map((name) => `    ${name},`),
    ")",
  ];
  return [
    '"""The client library."""',
    "",
    ...FUTURE,
    "from typing import TYPE_CHECKING",
    "",
    "from . import webhooks",
    "from ._calls import AttemptEvent, RequestOptions",
    "from ._clients import AgentClient, PlatformClient",
    ...from("_errors", errors),
    ...from("_failures", FAILURES),
    "from ._given import NOT_GIVEN, NotGiven",
    "from ._model import UnknownEvent",
    "from ._stream import HttpClient",
    "from ._transport import Page",
    ...from("_types", types),
    "from .receipts import ReceiptError, verify_receipt",
    "",
    LAZY,
    "",
    "__all__ = [",
    '    "NOT_GIVEN",',
    ...sorted([...types, ...errors, ...FAILURES, ...runtime]).map((name) => `    "${name}",`),
    "]",
    "",
  ].join("\n");
}

const clientsFile = (model: ClientModel, kind: PythonKind, userAgent: string): string =>
  [
    '"""The clients, in a class for each API."""',
    "",
    ...FUTURE,
    "from collections.abc import Callable, Mapping",
    "from typing import Self",
    "",
    `from . import ${kind === ASYNC ? "_resources_async as _resources" : "_resources"}`,
    `from ._arguments import checked_api_key`,
    "from ._calls import AttemptEvent, Settings",
    `from .${kind === ASYNC ? "_stream_async" : "_stream"} import ${kind.prefix}HttpClient`,
    `from .${kind === ASYNC ? "_transport_async" : "_transport"} import ${kind.prefix}Transport`,
    "",
    `_USER_AGENT = "${userAgent}"`,
    ...clientClasses(model).flatMap((each) => clientClass(each, kind)),
    "",
  ].join("\n");

function clientClass(
  { name, doc, resources, isKeyed }: ClientClass,
  { prefix, define: keyword, wait }: PythonKind,
): string[] {
  const settings = [
    "timeout: float = 30.0",
    "call_timeout: float = 120.0",
    "max_retries: int = 3",
    "retry_delay: float = 0.5",
    "max_response_bytes: int = 2**25",
    "headers: Mapping[str, str] | None = None",
    "on_attempt: Callable[[AttemptEvent], object] | None = None",
  ];
  const [enter, exit, prefixLines] = prefix
    ? ["__aenter__", "__aexit__", "An `async with`"]
    : ["__enter__", "__exit__", "A `with`"];
  const sections = resources.map((each) => ({
    field: snake(each.name),
    type: `_resources.${prefix}${each.className}Resource`,
  }));
  return [
    "",
    "",
    `class ${prefix}${name}:`,
    ...indent(docstring(`${doc}${prefix && " For asyncio."} Times are in seconds.`, WIDTH), "    "),
    "",
    ...sections.map(({ field, type }) => `    ${field}: ${type}`),
    "",
    ...indent(
      define(
        "__init__",
        [
          "base_url: str",
          ...(isKeyed ? ["api_key: str"] : []),
          "*",
          ...settings,
          `http_client: ${prefix}HttpClient | None = None`,
        ],
        "None",
      ),
      "    ",
    ),
    "        settings = Settings(",
    ...settings.map((each) => `            ${each.split(":")[0]},`),
    "        )",
    `        key = ${isKeyed ? "checked_api_key(api_key)" : '""'}`,
    `        self._transport = transport = ${prefix}Transport(base_url, key, _USER_AGENT, settings, http_client)`,
    ...sections.map(({ field, type }) => `        self.${field} = ${type}(transport)`),
    "",
    `    ${keyword} close(self) -> None:`,
    `        """Closes the connections that no call uses. ${prefixLines} statement does it too."""`,
    `        ${wait}self._transport.close()`,
    "",
    `    ${keyword} ${enter}(self) -> Self:`,
    "        return self",
    "",
    `    ${keyword} ${exit}(self, *_: object) -> None:`,
    `        ${wait}self.close()`,
  ];
}
