import { type ClientModel, type MethodModel, type ResourceModel, waitName } from "./model.ts";
import { camel, indent, joinBlocks, lined, listed, pascal, starComment } from "./text.ts";

const WIDTH = 110;

export function printResources({ platform, agent }: ClientModel): string {
  const all = [...platform, ...agent];
  const resources = all.map((resource) =>
    printResource(resource, platform.includes(resource) ? "" : "Agent"),
  );
  const body = resources.flat().join("\n");
  const names = [...new Set(all.flatMap(({ methods }) => methods.flatMap(typesOf)))].sort();
  const imports = [
    ...(body.includes("new Listing") ? ['import { Listing } from "./listing.ts";'] : []),
    'import type { RequestOptions, WaitOptions } from "./options.ts";',
    'import type { Transport } from "./transport.ts";',
    ...lined("import type {", names, '} from "./types.ts";', 0, ","),
  ];
  return joinBlocks(imports, ...resources);
}

const typesOf = ({ params, reply }: MethodModel) => [
  ...(params ? [params.name] : []),
  ...(reply.kind === "bytes" ? [] : [reply.shape]),
  ...(reply.kind === "list" ? [reply.item] : []),
];

export const resourceClass = ({ name }: ResourceModel, api: string) => `${api}${pascal(name)}Resource`;

function printResource(resource: ResourceModel, api: string): string[] {
  const methods = resource.methods.flatMap((method) => ["", ...indent(printMethod(method), "  ")]);
  return [
    ...starComment(resource.doc, WIDTH),
    `export class ${resourceClass(resource, api)} {`,
    "  readonly #transport: Transport;",
    "",
    "  constructor(transport: Transport) {",
    "    this.#transport = transport;",
    "  }",
    ...methods,
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
  const plan = [`method: "${method.http}"`, `path: ${pathText(method)}`, ...inputs(method)];
  const call = reply.kind === "list" ? listCall(plan, reply.isPaged) : sendCall(plan);
  return [
    ...starComment(doc, WIDTH - 2),
    ...signature,
    ...indent(call, "  "),
    "}",
    ...waitMethod(method, replyType),
  ];
}

const sendCall = (plan: readonly string[]) => {
  const one = `return this.#transport.send({ ${plan.join(", ")} }, options);`;
  if (one.length <= WIDTH - 4) return [one];
  const object = `{ ${plan.join(", ")} },`;
  const first =
    object.length <= WIDTH - 6 ? [`  ${object}`] : ["  {", ...plan.map((part) => `    ${part},`), "  },"];
  return ["return this.#transport.send(", ...first, "  options,", ");"];
};

function listCall(plan: readonly string[], isPaged: boolean): string[] {
  const start = `return new Listing(${isPaged ? "(after)" : "()"} =>`;
  const object = `{ ${plan.join(", ")} }`;
  const one = `  this.#transport.send(${object}, options),`;
  if (one.length <= WIDTH - 4) return [start, one, ");"];
  const first =
    object.length <= WIDTH - 9
      ? [`    ${object},`]
      : ["    {", ...plan.map((part) => `      ${part},`), "    },"];
  return [start, "  this.#transport.send(", ...first, "    options,", "  ),", ");"];
}

function inputs({ params, isBody, fixed, reply, retry, key }: MethodModel): string[] {
  const values = Object.entries(fixed).map(([name, value]) => `${name}: "${value}"`);
  const after = reply.kind === "list" && reply.isPaged ? ["...(after && { starting_after: after })"] : [];
  const parts = [...(params ? ["...params"] : []), ...values, ...after];
  const query = parts.length === 1 && params ? "query: params" : `query: { ${parts.join(", ")} }`;
  return [
    ...(isBody ? ["body: params"] : parts.length > 0 ? [query] : []),
    `retry: "${retry}"`,
    `key: "${key}"`,
    ...(reply.kind === "bytes" ? [`accept: "${reply.media}"`] : []),
  ];
}

function pathText({ path, pathParams }: MethodModel): string {
  if (pathParams.length === 0) return `"${path}"`;
  return `\`${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${camel(name)})}`)}\``;
}

function waitMethod(method: MethodModel, replyType: string): string[] {
  if (method.statuses.length === 0) return [];
  const doc = `Reads the object until its status is one of \`status\`. Today's statuses: ${listed(method.statuses)}.`;
  const ids = method.pathParams.map(({ name }) => camel(name));
  const args = [
    ...ids.map((id) => `${id}: string`),
    "status: string | readonly string[]",
    "options?: WaitOptions",
  ];
  const call = [`() => this.${method.name}(${[...ids, "options"].join(", ")})`, "status", "options"];
  return [
    "",
    ...starComment(doc, WIDTH - 2),
    ...lined(`${waitName(method)}(`, args, `): Promise<${replyType}> {`, WIDTH - 2, ","),
    ...indent(lined("return this.#transport.waitFor(", call, ");", WIDTH - 4, ","), "  "),
    "}",
  ];
}
