import { printExceptions } from "./java-exceptions.ts";
import { javadoc, javaLined } from "./java-text.ts";
import { javaName, printJavaTypes } from "./java-types.ts";
import { type ClientClass, type ClientModel, clientClasses, type MethodModel } from "./model.ts";
import { camel, code, indent } from "./text.ts";

export function printJava(model: ClientModel, names: Record<string, string>): Record<string, string> {
  const files = {
    ...printJavaTypes(model),
    ...printExceptions(model, `${names.slug}-java/${names.version}`),
    ...services(model),
    ...Object.fromEntries(clientClasses(model).map((each) => [each.name, printClient(each)])),
  };
  const root = `src/main/java/${names.javaFolder}`;
  return {
    ...Object.fromEntries(
      Object.entries(files).map(([name, lines]) => [
        `${root}/${name}.java`,
        file(`${names.javaPackage}`, lines),
      ]),
    ),
    ...moduleFiles(root, names),
  };
}

function moduleFiles(root: string, { javaPackage = "", serviceName }: Record<string, string>) {
  const packages: [folder: string, name: string, doc: string][] = [
    [root, javaPackage, `The clients of ${serviceName}, their requests, replies and errors.`],
    [
      `${root}/testing`,
      `${javaPackage}.testing`,
      "A transport without a network, for tests of programs that use the clients.",
    ],
  ];
  const marked = (doc: string, ...lines: string[]) =>
    [...javadoc(doc), "@org.jspecify.annotations.NullMarked", ...lines, ""].join("\n");
  return {
    ...Object.fromEntries(
      packages.map(([folder, name, doc]) => [`${folder}/package-info.java`, marked(doc, `package ${name};`)]),
    ),
    "src/main/java/module-info.java": marked(
      `The client library of ${serviceName}.`,
      `module ${javaPackage} {`,
      "  requires static org.jspecify;",
      "  requires com.google.gson;",
      "  requires transitive java.net.http;",
      "",
      ...packages.map(([, name]) => `  exports ${name};`),
      "}",
    ),
  };
}

const CLASSES = [
  "time.Instant",
  "time.LocalDate",
  "util.LinkedHashMap",
  "util.List",
  "util.Map",
  "util.concurrent.CompletableFuture",
].map((name) => `java.${name}`);

function file(javaPackage: string, lines: readonly string[]): string {
  const body = lines.filter((line) => !/^ *(?:\/\*)?\*/.test(line)).join("\n");
  const imports = [...CLASSES, "org.jspecify.annotations.Nullable"].filter((name) =>
    new RegExp(`\\b${name.split(".").at(-1)}\\b`).test(body),
  );
  const head = imports.map((name) => `import ${name};\n`).join("");
  return `package ${javaPackage};\n\n${head}${head && "\n"}${lines.join("\n")}\n`;
}

function services(model: ClientModel): Record<string, string[]> {
  const { platform, agent } = model;
  return Object.fromEntries(
    [...platform, ...agent].map(({ className, doc, methods }) => {
      const name = `${className}Service`;
      const lines = code`
${javadoc(doc)}
public final class ${name} {
  private final Transport transport;

  ${name}(Transport transport) {
    this.transport = transport;
  }
  ${methods.flatMap(printMethod)}
}
`;
      return [name, lines];
    }),
  );
}

function printMethod(method: MethodModel): string[] {
  const { http, path, params, isBody, fixed, reply, retry, key } = method;
  const ids = method.pathParams.map(({ name }) => camel(name));
  const { shape, item, cursor, kind } = reply;
  const template = `"${path.replaceAll(/\{\w+\}/g, "%s")}"`;
  const target = ids.length > 0 ? `Arguments.path(${[template, ...ids].join(", ")})` : template;
  const [[name, value] = []] = Object.entries(fixed);
  if (params && isBody === (http === "GET"))
    throw new Error(`${method.name} has a body in a GET, or a query.`);
  const fields = (params ? "params" : "Params.NONE") + (value ? `.with("${name}", "${value}")` : "");
  const parts = [`"${http}"`, target, `"${retry}"`, `"${key}"`, fields, "options"];
  const oneLine = `Transport.Plan plan = new Transport.Plan(${parts.join(", ")});`;
  const more = indent(javaLined("new Transport.Plan(", parts, ");", 92), "    ");
  const plan = oneLine.length <= 96 ? [oneLine] : ["Transport.Plan plan =", ...more];
  const readers = [`${item}::new`, `${item}::${javaName(cursor)}`];
  const [send, sendArgs] = {
    object: ["send", [`${shape}::new`]],
    list: ["page", readers],
    follow: ["follow", [...readers, `"${reply.start}"`]],
    bytes: ["bytes", [`"${reply.media}"`]],
  }[kind] as [string, string[]];
  const parameters = [...ids.map((id) => `String ${id}`), ...(params ? [`${params.name} params`] : [])];
  const returned = { object: shape, list: `Page<${item}>`, follow: `Iterable<${item}>`, bytes: "byte[]" }[
    kind
  ];
  const pair = {
    name: method.name,
    doc: method.doc,
    returned,
    given: parameters,
    body: [...plan, ...javaLined(`return transport.${send}(`, [...sendArgs, "plan"], ");", 96)],
  };
  if (kind === "follow") return methodOf(pair);
  if (!method.wait) return methodPair(pair);
  const final = method.wait.final.map((each) => `"${each}"`).join(", ");
  const read = `() -> ${method.name}Async(${[...ids, "options"].join(", ")})`;
  const args = [read, "statuses", `List.of(${final})`, "options"];
  return [
    ...methodPair(pair),
    ...methodPair({
      name: method.wait.name,
      doc: method.wait.doc,
      returned,
      given: [...parameters, `List<${method.wait.status.choice}> statuses`],
      body: javaLined("return transport.waitFor(", args, ");", 96),
    }),
  ];
}

/** `given`: the arguments, such as `String id`. */
type PrintedMethod = {
  name: string;
  doc: string;
  returned: string;
  given: readonly string[];
  body: readonly string[];
};

const methodOf = ({ name, doc, returned, given, body }: PrintedMethod): string[] => code`

${javadoc(doc, 98)}
${javaLined(`public ${returned} ${name}(`, [...given, "CallOption... options"], ") {", 98)}
  ${body}
}
`;

function methodPair(method: PrintedMethod): string[] {
  const { name, returned } = method;
  const names = [...method.given.map((each) => each.split(" ").at(-1)), "options"].join(", ");
  return [
    ...methodOf({ ...method, body: [`return Steps.await(() -> ${name}Async(${names}));`] }),
    ...methodOf({
      ...method,
      name: `${name}Async`,
      doc: `Starts \`${name}\` and does not wait. A cancel of the future ends the call.`,
      returned: `CompletableFuture<${returned}>`,
    }),
  ];
}

const printClient = ({ name, doc, resources, isKeyed }: ClientClass): string[] => code`
${javadoc(doc)}
public final class ${name} implements AutoCloseable {
  ${resources.flatMap(({ className, name, doc }) => [
    ...javadoc(doc, 98),
    `public final ${className}Service ${name};`,
    "",
  ])}
  private final Transport transport;

  /** Makes a client of the service at an address, such as {@code https://api.example.com}. */
  public ${name}(String baseUrl, ${isKeyed ? "String apiKey, " : ""}Option... options) {
    transport = new Transport(baseUrl, ${isKeyed ? "true, apiKey" : "false, null"}, options);
    ${resources.map((each) => `${each.name} = new ${each.className}Service(transport);`)}
  }

  /** Gives back the connections and threads. Later calls open new ones. */
  @Override
  public void close() {
    transport.close();
  }
}
`;
