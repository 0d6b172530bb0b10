import { type ClientClass, type ClientModel, clientClasses } from "./model.ts";
import { define, FUTURE, printPythonResources } from "./python-resources.ts";
import { docstring, printPythonTypes } from "./python-types.ts";
import { indent, snake } from "./text.ts";

const WIDTH = 100;

/** The sources of the Python package, as `python -m build` packs them. */
export function printPython(model: ClientModel, names: Record<string, string>): Record<string, string> {
  const src = `src/${names.pythonPackage}`;
  const params = [...model.platform, ...model.agent].flatMap(({ methods }) =>
    methods.map((each) => each.params?.name ?? ""),
  );
  return {
    [`${src}/_types.py`]: printPythonTypes(model, new Set(params)),
    [`${src}/_errors.py`]: errorsFile(model),
    [`${src}/_resources.py`]: printPythonResources(model),
    [`${src}/__init__.py`]: initFile(model, `${names.slug}-python/${names.version}`),
  };
}

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

function initFile(model: ClientModel, userAgent: string): string {
  const failures =
    "APIConnectionError APITimeoutError FinalStatusError NetworkError RawResponse ResponseError ResponseFormatError ServiceError StatusTimeoutError WebhookSignatureError".split(
      " ",
    );
  const replies = model.shapes.filter(({ use }) => use === "reply").map(({ name }) => name);
  const events = model.events.map(({ shape }) => shape.name);
  const types = [...replies, ...events, "WebhookEvent"].sort((a, b) => (a < b ? -1 : 1));
  const errors = model.errors.map(({ name }) => errorName(name)).sort();
  const runtime =
    "AgentClient AttemptEvent HttpClient NotGiven Page PlatformClient RequestOptions UnknownEvent webhooks".split(
      " ",
    );
  const all = [...types, ...errors, ...failures, ...runtime];
  const from = (module: string, names: readonly string[]) => [
    `from .${module} import (`,
    ...names.map((name) => `    ${name},`),
    ")",
  ];
  return [
    '"""The client library."""',
    "",
    ...FUTURE,
    "from collections.abc import Callable, Mapping",
    "",
    "from . import _resources, webhooks",
    "from ._connections import HttpClient",
    ...from("_errors", ["ERRORS", ...errors]),
    ...from("_failures", failures),
    "from ._given import NOT_GIVEN, NotGiven",
    "from ._model import Page, UnknownEvent",
    "from ._transport import AttemptEvent, RequestOptions, Transport",
    ...from("_types", types),
    "",
    "__all__ = [",
    '    "NOT_GIVEN",',
    ...all.sort((a, b) => (a < b ? -1 : 1)).map((name) => `    "${name}",`),
    "]",
    "",
    `_USER_AGENT = "${userAgent}"`,
    ...clientClasses(model).flatMap(clientClass),
    "",
  ].join("\n");
}

function clientClass({ name, doc, resources, isKeyed }: ClientClass): string[] {
  const settings = [
    "timeout: float = 30.0",
    "call_timeout: float = 120.0",
    "max_retries: int = 3",
    "retry_delay: float = 0.5",
    "max_response_bytes: int = 2**25",
    "headers: Mapping[str, str] | None = None",
    "on_attempt: Callable[[AttemptEvent], object] | None = None",
    "http_client: HttpClient | None = None",
  ];
  const passed = [...settings.map((each) => each.split(":")[0]), ...(isKeyed ? ["api_key"] : [])];
  return [
    "",
    "",
    `class ${name}:`,
    ...indent(docstring(`${doc} Times are in seconds.`, WIDTH), "    "),
    "",
    ...indent(
      define("__init__", ["base_url: str", ...(isKeyed ? ["api_key: str"] : []), "*", ...settings], "None"),
      "    ",
    ),
    "        self._transport = transport = Transport(",
    "            base_url,",
    "            user_agent=_USER_AGENT,",
    "            errors=ERRORS,",
    `            is_keyed=${isKeyed ? "True" : "False"},`,
    ...passed.map((each) => `            ${each}=${each},`),
    "        )",
    ...resources.map(
      (each) => `        self.${snake(each.name)} = _resources.${each.className}Resource(transport)`,
    ),
    "",
    "    def close(self) -> None:",
    '        """Closes the connections that no call uses. A `with` statement does it too."""',
    "        self._transport.close()",
    "",
    `    def __enter__(self) -> ${name}:  # noqa: PYI034 (Python 3.10 has no Self)`,
    "        return self",
    "",
    "    def __exit__(self, *_: object) -> None:",
    "        self.close()",
  ];
}
