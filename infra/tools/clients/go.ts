import { buildModel } from "./build-model.ts";
import { goName, goText, lineComment, printGoTypes } from "./go-types.ts";
import { type ClientModel, className, type MethodModel, type ResourceModel, waitName } from "./model.ts";
import { copyLicence, packageNames } from "./names.ts";
import { camel, listed } from "./text.ts";
import { handWritten, writeFiles } from "./write-files.ts";

/** Writes the Go module. */
export function writeGo(into: string): void {
  const model = buildModel();
  const names = packageNames(model.version);
  const start = `package ${names.goPackage}\n\n`;
  writeFiles(into, {
    ...handWritten("go", names),
    "types.go": start + printGoTypes(model),
    "errors.go": start + errorsFile(model),
    "resources.go": start + resourcesFile(model),
    "client.go": start + clientFile(model, `${names.slug}-go/${names.version}`),
  });
  copyLicence(into);
}

const errorsFile = ({ errors }: ClientModel): string =>
  goText([
    ...errors.flatMap(({ type, codes }) => {
      const name = className(type);
      return [
        ...lineComment(`${name} is an error of type \`${type}\`. Its codes today: ${listed(codes)}.`),
        `type ${name} struct{ ResponseError }`,
        "",
        "// Unwrap returns what all error responses have.",
        `func (e *${name}) Unwrap() error { return &e.ResponseError }`,
        "",
      ];
    }),
    "func typedError(e ResponseError) error {",
    "\tswitch e.Type {",
    ...errors.flatMap(({ type }) => [`\tcase "${type}":`, `\t\treturn &${className(type)}{e}`]),
    "\t}",
    "\treturn &e",
    "}",
  ]);

const serviceName = ({ name }: ResourceModel, api: string) => `${api}${goName(name)}Service`;

function resourcesFile({ platform, agent }: ClientModel): string {
  const lines = [...platform, ...agent].flatMap((resource) => {
    const service = serviceName(resource, platform.includes(resource) ? "" : "Agent");
    return [
      ...lineComment(`${service}: ${resource.doc}`),
      `type ${service} struct{ transport *transport }`,
      "",
      ...resource.methods.flatMap((method) => printMethod(method, service)),
    ];
  });
  const needsUrl = lines.some((line) => line.includes("url.PathEscape"));
  return goText([
    "import (",
    '\t"context"',
    ...(needsUrl ? ['\t"net/url"'] : []),
    ")",
    "",
    ...lines.slice(0, -1),
  ]);
}

function printMethod(method: MethodModel, service: string): string[] {
  const { doc, params, reply } = method;
  const name = goName(method.name);
  const args = [
    "ctx context.Context",
    ...ids(method).map((id) => `${id} string`),
    ...(params ? [`params ${params.name}`] : []),
    "options ...Option",
  ];
  const type = { object: "", list: "", bytes: "[]byte" }[reply.kind];
  const returned =
    type ||
    (reply.kind === "list" ? `*Page[${reply.item}]` : reply.kind === "object" ? `*${reply.shape}` : "");
  return [
    ...lineComment(`${name}: ${doc}`),
    `func (s *${service}) ${name}(${args.join(", ")}) (${returned}, error) {`,
    ...printCall(method).map((line) => `\t${line}`),
    "}",
    "",
    ...waitMethod(method, service, returned),
  ];
}

/** A parameter must not hide a package that the method uses. */
const ids = ({ pathParams }: MethodModel) => pathParams.map(({ name }) => camel(name).replace(/Id$/, "ID"));

function printCall(method: MethodModel): string[] {
  const { http, path, params, isBody, fixed, reply, retry, key } = method;
  const names = ids(method);
  const parts = path.split(/\{\w+\}/);
  const text = parts
    .flatMap((part, i) => [
      ...(part ? [`"${part}"`] : []),
      ...(names[i] ? [`url.PathEscape(${names[i]})`] : []),
    ])
    .join(" + ");
  const values = Object.entries(fixed).map(([name, value]) => `"${name}": "${value}"`);
  const plan = [
    `method: "${http}", path: ${text}`,
    ...(params ? [`${isBody ? "body" : "query"}: params`] : []),
    ...(values.length > 0 ? [`fixed: map[string]string{${values.join(", ")}}`] : []),
    `retry: "${retry}", key: "${key}"`,
    ...(reply.kind === "bytes" ? [`accept: "${reply.media}"`] : []),
  ];
  const start = `p := plan{${plan.join(", ")}}`;
  if (reply.kind === "object") return [start, `return send[${reply.shape}](ctx, s.transport, p, options)`];
  if (reply.kind === "list") return [start, `return sendPage[${reply.item}](ctx, s.transport, p, options)`];
  return [
    start,
    "response, err := s.transport.respond(ctx, p, options)",
    "if err != nil {",
    "\treturn nil, err",
    "}",
    "return response.Body, nil",
  ];
}

function waitMethod(method: MethodModel, service: string, returned: string): string[] {
  if (method.statuses.length === 0) return [];
  const name = goName(waitName(method));
  const args = [...ids(method).map((id) => `${id} string`), "statuses []string", "options ...Option"];
  const doc = `${name} reads the object until its status is one of \`statuses\`. Today's statuses: ${listed(method.statuses)}.`;
  return [
    ...lineComment(doc),
    `func (s *${service}) ${name}(ctx context.Context, ${args.join(", ")}) (${returned}, error) {`,
    `\treturn waitFor(ctx, s.transport, options, statuses, func() (${returned}, string, error) {`,
    `\t\treply, err := s.${goName(method.name)}(ctx, ${[...ids(method), "options..."].join(", ")})`,
    "\t\tif err != nil {",
    '\t\t\treturn nil, "", err',
    "\t\t}",
    "\t\treturn reply, reply.Status, nil",
    "\t})",
    "}",
    "",
  ];
}

const clientFile = ({ platform, agent }: ClientModel, userAgent: string): string =>
  goText([
    `const userAgent = "${userAgent}"`,
    "",
    ...client("PlatformClient", "calls the Platform API. It needs an API key.", platform, ""),
    "",
    ...client("AgentClient", "calls the Agent API. It needs no key.", agent, "Agent"),
  ]);

function client(name: string, doc: string, resources: readonly ResourceModel[], api: string): string[] {
  const width = Math.max(...resources.map((each) => goName(each.name).length));
  const key = api ? '""' : "apiKey";
  return [
    `// ${name} ${doc}`,
    `type ${name} struct {`,
    ...resources.map((each) => `\t${goName(each.name).padEnd(width)} *${serviceName(each, api)}`),
    "}",
    "",
    `// New${name} returns a client of the service at baseURL, such as https://api.example.com.`,
    `func New${name}(baseURL${api ? "" : ", apiKey"} string, options ...Option) (*${name}, error) {`,
    `\tt, err := newTransport(baseURL, ${key}, options)`,
    "\tif err != nil {",
    "\t\treturn nil, err",
    "\t}",
    `\treturn &${name}{`,
    ...resources.map(
      (each) => `\t\t${`${goName(each.name)}:`.padEnd(width + 1)} &${serviceName(each, api)}{t},`,
    ),
    "\t}, nil",
    "}",
  ];
}
