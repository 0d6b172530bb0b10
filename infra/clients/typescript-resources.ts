import type { ClientModel, MethodModel, ResourceModel } from "./model.ts";
import { camel, indent, joinBlocks, lined, starComment } from "./text.ts";

const WIDTH = 110;

export function printResources({ platform, agent }: ClientModel): string {
  const call = [...platform, ...agent];
  const resources = call.map(printResource);
  const names = [...new Set(call.flatMap(({ methods }) => methods.flatMap(typesOf)))].sort();
  const imports = [
    'import { type Followed, followList, Listing } from "./listing.ts";',
    'import type { RequestOptions, WaitOptions } from "./options.ts";',
    'import type { Transport } from "./transport.ts";',
    ...lined("import type {", names, '} from "./types.ts";', 0, ","),
  ];
  return joinBlocks(imports, ...resources);
}

const typesOf = ({ params, reply }: MethodModel) =>
  [reply.kind === "follow" ? "" : (params?.name ?? ""), reply.shape, reply.item].filter(Boolean);

function printResource({ className, doc, methods }: ResourceModel): string[] {
  return [
    ...starComment(doc, WIDTH),
    `export class ${className}Resource {`,
    "  readonly #transport: Transport;",
    "",
    "  constructor(transport: Transport) {",
    "    this.#transport = transport;",
    "  }",
    ...methods.flatMap((method) => ["", ...indent(printMethod(method), "  ")]),
    "}",
  ];
}

function printMethod(method: MethodModel): string[] {
  const { name, doc, params, reply } = method;
  const replyType = reply.kind === "bytes" ? "Uint8Array" : reply.shape;
  const returned = {
    object: `Promise<${replyType}>`,
    list: `Listing<${reply.shape}, ${reply.item}>`,
    follow: `AsyncGenerator<${reply.item}, void>`,
    bytes: `Promise<${replyType}>`,
  }[reply.kind];
  const isOptional = params?.fields.every(({ isRequired }) => !isRequired);
  const args = [
    ...method.pathParams.map((param) => `${camel(param.name)}: string`),
    ...(params ? [`params: ${paramsType(method)}${isOptional ? " = {}" : ""}`] : []),
    "options?: RequestOptions",
  ];
  const signature = lined(`${name}(`, args, `): ${returned} {`, WIDTH - 2, ",");
  const plan = [`method: "${method.http}"`, ...target(method), ...inputs(method)];
  const pages = sendCall("", plan, ",", WIDTH - 6);
  const start = `return new Listing("${reply.cursor}", ${params ? "params" : "{}"}, (query) =>`;
  const call = {
    object: sendCall("return ", plan, ";", WIDTH - 4),
    list: [start, ...indent(pages, "  "), ");"],
    follow: followCall(method),
    bytes: sendCall("return ", plan, ";", WIDTH - 4),
  }[reply.kind];
  return [
    ...starComment(doc, WIDTH - 2),
    ...signature,
    ...indent(call, "  "),
    "}",
    ...waitMethod(method, replyType),
  ];
}

/** A list that is followed takes some of the list's fields, so it has no type of its own. */
const paramsType = ({ params, reply }: MethodModel) =>
  reply.kind === "follow" ? `Followed<${params?.name.replace("Follow", "List")}>` : params?.name;

function followCall({ name, pathParams, reply }: MethodModel): string[] {
  const read = [...pathParams.map((param) => camel(param.name)), "query", "options"].join(", ");
  const start = `return followList("${reply.cursor}", "${reply.start}", params, options, (query) =>`;
  const list = `this.${name.replace("follow", "list")}(${read})`;
  const oneLine = `${start} ${list});`;
  return oneLine.length <= WIDTH - 4 ? [oneLine] : [start, `  ${list},`, ");"];
}

function sendCall(start: string, plan: readonly string[], end: string, width: number): string[] {
  const object = `{ ${plan.join(", ")} }`;
  const union = `${start}this.#transport.send(${object}, options)${end}`;
  if (union.length <= width) return [union];
  const isShort = object.length + "  ,".length <= width;
  const first = isShort ? [`${object},`] : ["{", ...indent(plan, "  ").map((part) => `${part},`), "},"];
  return [`${start}this.#transport.send(`, ...indent([...first, "options,"], "  "), `)${end}`];
}

function inputs({ params, isBody, fixed, reply, retry, key }: MethodModel): string[] {
  const values = Object.entries(fixed).map(([name, value]) => `${name}: "${value}"`);
  const parts = [...(params ? ["...params"] : []), ...values];
  const whole = parts.length === 1 && params ? "query: params" : `query: { ${parts.join(", ")} }`;
  const query = reply.kind === "list" ? ["query"] : parts.length > 0 ? [whole] : [];
  return [
    ...(isBody ? ["body: params"] : query),
    ...(reply.kind === "list" ? ["isList: true"] : []),
    `retry: "${retry}"`,
    `key: "${key}"`,
    ...(reply.kind === "bytes" ? [`accept: "${reply.media}"`] : []),
  ];
}

function target({ path, pathParams }: MethodModel): string[] {
  const ids = pathParams.map(({ name }) => camel(name));
  return [
    `path: "${path.replaceAll(/\{\w+\}/g, "{}")}"`,
    ...(ids.length > 0 ? [`ids: [${ids.join(", ")}]`] : []),
  ];
}

function waitMethod(method: MethodModel, replyType: string): string[] {
  const { wait } = method;
  if (!wait) return [];
  const ids = method.pathParams.map(({ name }) => camel(name));
  const args = [
    ...ids.map((id) => `${id}: string`),
    `status: ${replyType}["status"] | readonly ${replyType}["status"][]`,
    "options?: WaitOptions",
  ];
  const call = [
    `() => this.${method.name}(${[...ids, "options"].join(", ")})`,
    "status",
    `[${wait.final.map((each) => `"${each}"`).join(", ")}]`,
    "options",
  ];
  return [
    "",
    ...starComment(wait.doc, WIDTH - 2),
    ...lined(`${wait.name}(`, args, `): Promise<${replyType}> {`, WIDTH - 2, ","),
    ...indent(lined("return this.#transport.waitFor(", call, ");", WIDTH - 4, ","), "  "),
    "}",
  ];
}
