import { docComment, goName, goText, lineComment, lowered, printGoTypes } from "./go-types.ts";
import { type ClientClass, type ClientModel, clientClasses, type MethodModel } from "./model.ts";
import { camel, wordsOf } from "./text.ts";

export function printGo(model: ClientModel, names: Record<string, string>): Record<string, string> {
  const start = `package ${names.goPackage}\n\n`;
  const about = `Package ${names.goPackage} calls the APIs of ${names.serviceName}.`;
  return {
    "types.go": `${lineComment(about)[0]}\n${start}${printGoTypes(model)}`,
    "errors.go": start + errorsFile(model),
    "resources.go": start + resourcesFile(model),
    "client.go": start + clientFile(model, `${names.slug}-go/${names.version}`),
  };
}

const errorsFile = ({ errors }: ClientModel): string =>
  goText([
    ...errors.flatMap(({ name, parent, doc }) => [
      ...docComment(name, doc),
      `type ${name} struct{ ${parent} }`,
      "",
      "// Unwrap returns the error that this one is a kind of.",
      `func (e *${name}) Unwrap() error { return &e.${parent} }`,
      "",
    ]),
    "func typedError(key string, e ResponseError) error {",
    "\tswitch key {",
    ...errors.flatMap(({ name, parent, key }) => [
      `\tcase "${key}":`,
      `\t\treturn &${name}{${parent === "ResponseError" ? "e" : `${parent}{e}`}}`,
    ]),
    "\t}",
    "\treturn nil",
    "}",
  ]);

function resourcesFile(model: ClientModel): string {
  const lines = [...model.platform, ...model.agent].flatMap((resource) => {
    const service = `${resource.className}Service`;
    return [
      ...lineComment(`${service} has the calls of ${wordsOf(resource.name).join(" ")}. ${resource.doc}`),
      `type ${service} struct{ transport *transport }`,
      "",
      ...resource.methods.flatMap((method) => printMethod(method, service)),
    ];
  });
  return goText(["import (", '\t"context"', '\t"iter"', ")", "", ...lines]);
}

/** An operation's text starts with a verb: `Add a driver`. */
function calls(doc: string): string {
  const [verb = "", ...rest] = doc.split(" ");
  const word = verb.toLowerCase();
  const ending = /(?:s|sh|ch|x|o)$/.test(word) ? "es" : "s";
  return [word === "get" ? "returns" : word.replace(/([^aeiou])y$/, "$1ie") + ending, ...rest].join(" ");
}

function printMethod(method: MethodModel, service: string): string[] {
  const { doc, params, reply } = method;
  const name = goName(method.name);
  const args = [
    "ctx context.Context",
    ...ids(method).map((id) => `${id} string`),
    ...(params ? [`params ${goName(params.name)}`] : []),
    "options ...CallOption",
  ];
  const shape = goName(reply.shape);
  const item = goName(reply.item);
  const returned = {
    object: `(*${shape}, error)`,
    list: `(*Page[${item}], error)`,
    follow: `iter.Seq2[${item}, error]`,
    bytes: "([]byte, error)",
  }[reply.kind];
  return [
    ...lineComment(`${name} ${calls(doc)}`),
    `func (s *${service}) ${name}(${args.join(", ")}) ${returned} {`,
    ...printCall(method).map((line) => `\t${line}`),
    "}",
    "",
    ...waitMethod(method, service, `*${shape}`),
    ...(reply.kind === "list" ? allMethod(method, service) : []),
  ];
}

/** The iterator of a list: `All` of `List`, and `AllMileage` of `ListMileage`. */
function allMethod(method: MethodModel, service: string): string[] {
  const { params, reply } = method;
  const list = goName(method.name);
  const name = list.replace(/^List/, "All");
  const args = [
    ...ids(method).map((id) => `${id} string`),
    ...(params ? [`params ${goName(params.name)}`] : []),
  ];
  const names = ["ctx", ...ids(method), ...(params ? ["params"] : []), "options..."];
  const item = goName(reply.item);
  return [
    ...lineComment(
      `${name} iterates over all objects of ${list}, and fetches pages as needed. With EndingBefore, it goes back in reverse.`,
    ),
    `func (s *${service}) ${name}(${["ctx context.Context", ...args, "options ...CallOption"].join(", ")}) iter.Seq2[${item}, error] {`,
    `\treturn all(ctx, func() (*Page[${item}], error) { return s.${list}(${names.join(", ")}) })`,
    "}",
    "",
  ];
}

/** A parameter must not hide a package that the method uses. */
const ids = ({ pathParams }: MethodModel) => pathParams.map(({ name }) => camel(name).replace(/Id$/, "ID"));

function printCall(method: MethodModel): string[] {
  const { http, path, params, isBody, fixed, reply, retry, key } = method;
  const names = ids(method);
  const values = Object.entries(fixed).map(([name, value]) => `"${name}": "${value}"`);
  const plan = [
    `method: "${http}", path: "${path.replaceAll(/\{\w+\}/g, "{}")}"`,
    ...(names.length > 0 ? [`ids: []string{${names.join(", ")}}`] : []),
    ...(params ? [`${isBody ? "body" : "query"}: params`] : []),
    ...(values.length > 0 ? [`fixed: map[string]string{${values.join(", ")}}`] : []),
    `retry: "${retry}", key: "${key}"`,
    ...(reply.kind === "bytes" ? [`accept: "${reply.media}"`] : []),
  ];
  const start = `p := plan{${plan.join(", ")}}`;
  if (reply.kind === "object")
    return [start, `return send[${goName(reply.shape)}](ctx, s.transport, p, options)`];
  // A day has a type of its own.
  const place = reply.cursor === "id" ? "last.ID" : `string(last.${goName(reply.cursor)})`;
  const cursor = `func(last ${goName(reply.item)}) string { return ${place} }`;
  if (reply.kind === "list") return [start, `return sendPage(ctx, s.transport, p, ${cursor}, options)`];
  if (reply.kind === "follow")
    return [start, `return follow(ctx, s.transport, p, "${reply.start}", ${cursor}, options)`];
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
  const { wait } = method;
  if (!wait) return [];
  const name = goName(wait.name);
  const status = wait.status.choice;
  const finals = wait.final.map((each) => `${status}${goName(each)}`);
  const final = finals.length > 0 ? `[]${status}{${finals.join(", ")}}` : "nil";
  const args = [...ids(method).map((id) => `${id} string`), `statuses []${status}`, "options ...CallOption"];
  return [
    ...lineComment(`${name} ${lowered(wait.doc)}`),
    `func (s *${service}) ${name}(ctx context.Context, ${args.join(", ")}) (${returned}, error) {`,
    `\treturn waitFor(ctx, s.transport, options, statuses, ${final}, func() (${returned}, ${status}, error) {`,
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

const clientFile = (model: ClientModel, userAgent: string): string =>
  goText([`const userAgent = "${userAgent}"`, ...clientClasses(model).flatMap(printClient)]);

function printClient({ name, doc, resources, isKeyed }: ClientClass): string[] {
  const width = Math.max(...resources.map((each) => goName(each.name).length));
  return [
    "",
    ...lineComment(`${name} calls ${lowered(doc)}`),
    `type ${name} struct {`,
    ...resources.map((each) => `\t${goName(each.name).padEnd(width)} *${each.className}Service`),
    "",
    "\ttransport *transport",
    "}",
    "",
    "// Close closes the connections that no call uses.",
    `func (c *${name}) Close() { c.transport.own.CloseIdleConnections() }`,
    "",
    `// New${name} returns a client of the service at baseURL, such as https://api.example.com.`,
    `func New${name}(baseURL${isKeyed ? ", apiKey" : ""} string, options ...Option) (*${name}, error) {`,
    `\tt, err := newTransport(baseURL, ${isKeyed ? "&apiKey" : "nil"}, options)`,
    "\tif err != nil {",
    "\t\treturn nil, err",
    "\t}",
    `\treturn &${name}{`,
    ...resources.map(
      (each) => `\t\t${`${goName(each.name)}:`.padEnd(width + 1)} &${each.className}Service{t},`,
    ),
    "",
    "\t\ttransport: t,",
    "\t}, nil",
    "}",
  ];
}
