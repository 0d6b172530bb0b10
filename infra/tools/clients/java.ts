import { printExceptions } from "./java-exceptions.ts";
import { javadoc, javaLined, javaName, printJavaTypes } from "./java-types.ts";
import { type ClientClass, type ClientModel, clientClasses, type MethodModel } from "./model.ts";
import { camel, indent } from "./text.ts";

/** The sources of the Maven project. */
export function printJava(model: ClientModel, names: Record<string, string>): Record<string, string> {
  const files = {
    ...printJavaTypes(model),
    ...printExceptions(model, `${names.slug}-java/${names.version}`),
    ...services(model),
    ...Object.fromEntries(clientClasses(model).map((each) => [each.name, printClient(each)])),
  };
  const path = (name: string) => `src/main/java/${names.javaFolder}/${name}.java`;
  return Object.fromEntries(
    Object.entries(files).map(([name, lines]) => [path(name), file(`${names.javaPackage}`, lines)]),
  );
}

/** A class with the imports that it needs. */
function file(javaPackage: string, lines: readonly string[]): string {
  const body = lines.join("\n");
  const imports = ["List", "Map"].filter((name) => new RegExp(`\\b${name}[<.]`).test(body));
  const head = imports.map((name) => `import java.util.${name};\n`).join("");
  return `package ${javaPackage};\n\n${head}${head && "\n"}${body}\n`;
}

function services({ platform, agent }: ClientModel): Record<string, string[]> {
  return Object.fromEntries(
    [...platform, ...agent].map(({ className, doc, methods }) => {
      const name = `${className}Service`;
      const head = [
        ...javadoc(doc),
        `public final class ${name} {`,
        "  private final Transport transport;",
        "",
        `  ${name}(Transport transport) {`,
        "    this.transport = transport;",
        "  }",
      ];
      return [name, [...head, ...indent(methods.flatMap(printMethod), "  "), "}"]];
    }),
  );
}

function printMethod(method: MethodModel): string[] {
  const { http, path, params, isBody, fixed, reply, retry, key } = method;
  const ids = method.pathParams.map(({ name }) => camel(name));
  const args = [
    ...ids.map((id) => `String ${id}`),
    ...(params ? [`${params.name} params`] : []),
    "CallOption... options",
  ];
  const { shape, item, cursor, kind } = reply;
  const returned = { object: shape, list: `Page<${item}>`, bytes: "byte[]" }[kind];
  const template = `"${path.replaceAll(/\{\w+\}/g, "%s")}"`;
  const target = ids.length > 0 ? `Arguments.path(${[template, ...ids].join(", ")})` : template;
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
    object: `transport.send(${shape}::new, plan, ${query}, ${isBody ? "params" : "null"}, options);`,
    list: `transport.page(${item}::new, ${item}::${javaName(cursor)}, plan, ${query}, options);`,
    bytes: `transport.bytes("${reply.media}", plan, ${query}, options);`,
  }[kind];
  return [
    "",
    ...javadoc(method.doc, 98),
    ...javaLined(`public ${returned} ${method.name}(`, args, ") {", 98),
    ...indent([...plan, `return ${send}`], "  "),
    "}",
    ...waitMethod(method, returned, ids),
  ];
}

function waitMethod(method: MethodModel, returned: string, ids: readonly string[]): string[] {
  const { wait } = method;
  if (!wait) return [];
  const args = [...ids.map((id) => `String ${id}`), "List<String> statuses", "CallOption... options"];
  const read = `() -> ${method.name}(${[...ids, "options"].join(", ")})`;
  return [
    "",
    ...javadoc(wait.doc, 98),
    ...javaLined(`public ${returned} ${wait.name}(`, args, ") {", 98),
    ...indent(
      javaLined(
        "return transport.waitFor(",
        [read, "statuses", `List.of(${wait.final.map((each) => `"${each}"`).join(", ")})`, "options"],
        ");",
        96,
      ),
      "  ",
    ),
    "}",
  ];
}

function printClient({ name, doc, resources, isKeyed }: ClientClass): string[] {
  return [
    ...javadoc(doc),
    `public final class ${name} implements AutoCloseable {`,
    ...resources.map((each) => `  public final ${each.className}Service ${each.name};`),
    "  private final Transport transport;",
    "",
    ...javadoc("Makes a client of the service at `baseUrl`, such as `https://api.example.com`.", 98).map(
      (line) => `  ${line}`,
    ),
    `  public ${name}(String baseUrl, ${isKeyed ? "String apiKey, " : ""}Option... options) {`,
    `    transport = new Transport(baseUrl, ${isKeyed ? "true, apiKey" : "false, null"}, options);`,
    ...resources.map((each) => `    ${each.name} = new ${each.className}Service(transport);`),
    "  }",
    "",
    "  /** Gives back the connections and threads. Later calls open new ones. */",
    "  @Override",
    "  public void close() {",
    "    transport.close();",
    "  }",
    "}",
  ];
}
