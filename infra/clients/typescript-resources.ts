import type { ClientModel, MethodModel, ResourceModel } from "./model.ts";
import { camel, indent, joinBlocks, lined, starComment } from "./text.ts";

const WIDTH = 110;

export function printResources({ platform, agent }: ClientModel): string {
  const call = [...platform, ...agent];
  const resources = call.map(printResource);
  const body = resources.flat().join("\n");
  const names = [...new Set(call.flatMap(({ methods }) => methods.flatMap(typesOf)))].sort();
  const imports = [
    ...(body.includes("new Listing") ? ['import { Listing } from "./listing.ts";'] : []),
    'import type { RequestOptions, WaitOptions } from "./options.ts";',
    'import type { Transport } from "./transport.ts";',
    ...lined("import type {", names, '} from "./types.ts";', 0, ","),
  ];
  return joinBlocks(imports, ...resources);
}

const typesOf = ({ params, reply }: MethodModel) =>
  [params?.name ?? "", reply.shape, reply.item].filter(Boolean);

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
  const returned = reply.kind === "list" ? `Listing<${reply.shape}, ${reply.item}>` : `Promise<${replyType}>`;
  const isOptional = params?.fields.every(({ isRequired }) => !isRequired);
  const args = [
    ...method.pathParams.map((param) => `${camel(param.name)}: string`),
    ...(params ? [`params: ${params.name}${isOptional ? " = {}" : ""}`] : []),
    "options?: RequestOptions",
  ];
  const signature = lined(`${name}(`, args, `): ${returned} {`, WIDTH - 2, ",");
  const plan = [`method: "${method.http}"`, ...target(method), ...inputs(method)];
  const start = `return new Listing("${reply.cursor}", ${params ? "params" : "{}"}, (query) =>`;
  const call =
    reply.kind === "list"
      ? [start, ...indent(sendCall("", plan, ",", WIDTH - 6), "  "), ");"]
      : sendCall("return ", plan, ";", WIDTH - 4);
  return [
    ...starComment(doc, WIDTH - 2),
    ...signature,
    ...indent(call, "  "),
    "}",
    ...waitMethod(method, replyType),
  ];
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
