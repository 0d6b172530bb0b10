import { buildModel } from "./build-model.ts";
import { printExceptions } from "./java-exceptions.ts";
import { javadoc, javaLined, printJavaTypes } from "./java-types.ts";
import { type ClientModel, type MethodModel, type ResourceModel, waitName } from "./model.ts";
import { copyLicence, packageNames } from "./names.ts";
import { camel, indent, listed, pascal } from "./text.ts";
import { handWritten, writeFiles } from "./write-files.ts";

/** Writes the Maven project. */
export function writeJava(into: string): void {
  const model = buildModel();
  const names = packageNames(model.version);
  const files = {
    ...printJavaTypes(model),
    ...printExceptions(model, `${names.slug}-java/${names.version}`),
    ...services(model),
    PlatformClient: client("PlatformClient", "The Platform API. It needs an API key.", model.platform, ""),
    AgentClient: client("AgentClient", "The Agent API. It needs no key.", model.agent, "Agent"),
  };
  const folder = `src/main/java/${names.javaFolder}`;
  const own = handWritten("java", names);
  const printed = Object.entries(files).map(([name, lines]) => [
    `${folder}/${name}.java`,
    file(`${names.javaPackage}`, lines),
  ]);
  const clash = printed.find(([path = ""]) => path in own);
  if (clash) throw new Error(`${clash[0]} is a class of Java's runtime.`);
  writeFiles(into, { ...own, ...Object.fromEntries(printed) });
  copyLicence(into);
}

/** A class with the imports that it needs. */
function file(javaPackage: string, lines: readonly string[]): string {
  const body = lines.join("\n");
  const imports = ["List", "Map", "stream.Stream"].filter((name) =>
    new RegExp(`\\b${name.split(".").at(-1)}[<.]`).test(body),
  );
  const head = imports.map((name) => `import java.util.${name};\n`).join("");
  return `package ${javaPackage};\n\n${head}${head && "\n"}${body}\n`;
}

const serviceName = ({ name }: ResourceModel, api: string) => `${api}${pascal(name)}Service`;

function services({ platform, agent }: ClientModel): Record<string, string[]> {
  const all = [
    ...platform.map((each) => [each, ""] as const),
    ...agent.map((each) => [each, "Agent"] as const),
  ];
  return Object.fromEntries(
    all.map(([resource, api]) => {
      const name = serviceName(resource, api);
      const head = [
        ...javadoc(resource.doc),
        `public final class ${name} {`,
        "  private final Transport transport;",
        "",
        `  ${name}(Transport transport) {`,
        "    this.transport = transport;",
        "  }",
      ];
      return [name, [...head, ...indent(resource.methods.flatMap(printMethod), "  "), "}"]];
    }),
  );
}

function printMethod(method: MethodModel): string[] {
  const { http, path, params, isBody, fixed, reply, retry, key } = method;
  const ids = method.pathParams.map(({ name }) => camel(name));
  const args = [
    ...ids.map((id) => `String ${id}`),
    ...(params ? [`${params.name} params`] : []),
    "Option... options",
  ];
  const returned = { object: "", list: "", bytes: "byte[]" }[reply.kind] || returnType(reply);
  const template = `"${path.replaceAll(/\{\w+\}/g, "%s")}"`;
  const target = ids.length > 0 ? `Transport.path(${[template, ...ids].join(", ")})` : template;
  const parts = [`"${http}"`, target, `"${retry}"`, `"${key}"`];
  const one = `Transport.Plan plan = new Transport.Plan(${parts.join(", ")});`;
  const more = indent(javaLined("new Transport.Plan(", parts, ");", 92), "    ");
  const plan = one.length <= 96 ? [one] : ["Transport.Plan plan =", ...more];
  const [[name, value] = []] = Object.entries(fixed);
  const query = value
    ? `Params.with(${params ? "params" : "null"}, "${name}", "${value}")`
    : params && !isBody
      ? "params"
      : "null";
  const send = {
    object:
      reply.kind === "object"
        ? `transport.send(${reply.shape}::new, plan, ${query}, ${isBody ? "params" : "null"}, options);`
        : "",
    list: reply.kind === "list" ? `transport.page(${reply.item}::new, plan, ${query}, options);` : "",
    bytes: `transport.respond(plan, ${query}, null, all).body();`,
  }[reply.kind];
  return [
    "",
    ...javadoc(method.doc, 98),
    ...javaLined(`public ${returned} ${method.name}(`, args, ") {", 98),
    ...indent([...plan, ...accepting(reply), `return ${send}`], "  "),
    "}",
    ...waitMethod(method, returned, ids),
  ];
}

/** Asks for another media type than JSON. */
const accepting = (reply: MethodModel["reply"]): string[] =>
  reply.kind === "bytes"
    ? [
        `Option accept = Option.header("accept", "${reply.media}");`,
        "Option[] all = Stream.concat(Stream.of(accept), Stream.of(options)).toArray(Option[]::new);",
      ]
    : [];

const returnType = (reply: MethodModel["reply"]) =>
  reply.kind === "list" ? `Page<${reply.item}>` : reply.kind === "object" ? reply.shape : "";

function waitMethod(method: MethodModel, returned: string, ids: readonly string[]): string[] {
  if (method.statuses.length === 0) return [];
  const args = [...ids.map((id) => `String ${id}`), "List<String> statuses", "Option... options"];
  const read = `() -> ${method.name}(${[...ids, "options"].join(", ")})`;
  return [
    "",
    ...javadoc(
      `Reads the object until its status is one of \`statuses\`. Today's statuses: ${listed(method.statuses)}.`,
      98,
    ),
    ...javaLined(`public ${returned} ${waitName(method)}(`, args, ") {", 98),
    ...indent(javaLined("return transport.waitFor(", [read, "statuses", "options"], ");", 96), "  "),
    "}",
  ];
}

function client(name: string, doc: string, resources: readonly ResourceModel[], api: string): string[] {
  return [
    ...javadoc(doc),
    `public final class ${name} {`,
    ...resources.map((each) => `  public final ${serviceName(each, api)} ${each.name};`),
    "",
    ...javadoc("Makes a client of the service at `baseUrl`, such as `https://api.example.com`.", 98).map(
      (line) => `  ${line}`,
    ),
    `  public ${name}(String baseUrl, ${api ? "" : "String apiKey, "}Option... options) {`,
    `    Transport transport = new Transport(baseUrl, ${api ? "null" : "apiKey"}, options);`,
    ...resources.map((each) => `    ${each.name} = new ${serviceName(each, api)}(transport);`),
    "  }",
    "}",
  ];
}
