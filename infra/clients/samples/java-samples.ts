import { javaLined } from "../java-text.ts";
import { javaConstant, javaName } from "../java-types.ts";
import { type TypeModel, textIn } from "../model.ts";
import { packageNames } from "../names.ts";
import { indent } from "../text.ts";
import {
  clientOf,
  fieldsIn,
  type Frame,
  replyName,
  type Sample,
  type SampleCall,
  type SampleField,
} from "./call.ts";

export function javaSample({ api, resource, method, path, fields, shapes }: SampleCall): Sample {
  const name = replyName(method);
  const type =
    method.reply.kind === "list"
      ? `Page<${method.reply.item}>`
      : "shape" in method.reply
        ? method.reply.shape
        : "";

  /** A map that may hold null needs statements of its own. */
  const before: string[] = [];
  const setters = (of: readonly SampleField[]): string[] =>
    of.map(({ field, value }) => {
      const { choice, values = [] } = textIn(field.type) ?? {};
      const text = (each: unknown) =>
        choice && values.includes(String(each))
          ? `${choice}.${javaConstant(String(each))}`
          : JSON.stringify(each);
      return `.${javaName(field.name)}(${literal(field.type, value, field.name, text)})`;
    });
  const built = (shape: string, value: unknown): string[] => [
    `${shape}.builder()`,
    ...indent([...setters(fieldsIn(shapes.get(shape), value as object)), ".build()"], "    "),
  ];
  const literal = (of: TypeModel, value: unknown, name: string, text: (value: unknown) => string): string => {
    if (of.kind === "map") {
      before.push(`Map<String, String> ${name} = new HashMap<>();`);
      for (const [key, each] of Object.entries(value as object))
        before.push(`${name}.put(${JSON.stringify(key)}, ${JSON.stringify(each)});`);
      return name;
    }
    if (of.kind === "shape") return ["", ...built(of.name, value)].join("\n    ");
    if (of.kind === "list" && of.of.kind === "shape") {
      const { name: item } = of.of;
      const items = (value as unknown[]).map((each) => built(item, each).join("\n"));
      return ["", "List.of(", ...indent(`${items.join(",\n")})`.split("\n"), "    ")].join("\n    ");
    }
    if (of.kind === "list") {
      const items = (value as unknown[]).map(text);
      const list = `List.of(${items.join(", ")})`;
      return list.length <= 56 ? list : ["", ...javaLined("List.of(", items, ")", 0)].join("\n    ");
    }
    if (of.kind === "string" && of.format)
      return `${of.format === "day" ? "LocalDate" : "Instant"}.parse(${JSON.stringify(value)})`;
    return text(value);
  };

  const params = method.params && [`${method.params.name}.builder()`, ...setters(fields), ".build()"];
  const texts = path.map((each) => JSON.stringify(each));
  const start = `client.${resource.name}.${method.name}(`;
  const declaration = `${type} ${name} = ${start}${[...texts, ...(params ? [oneLine(params)] : [])].join(", ")});`;
  const call =
    declaration.length <= 84
      ? [declaration]
      : [`${type} ${name} =`, ...indent(broken(start, texts, params), "    ")];
  const body = indent([...before, ...call, `System.out.println(${name}.toMap());`], "    ");
  return { frame: javaFrame(api, body), call: body };
}

export const javaFrame: Frame = (api, body) => {
  const client = clientOf(api);
  const key = api === "agent" ? "" : ', "{{key}}"';
  const classes = [
    "security.MessageDigest",
    "security.NoSuchAlgorithmException",
    "time.Instant",
    "time.LocalDate",
    "time.temporal.ChronoUnit",
    "util.HashMap",
    "util.HexFormat",
    "util.List",
    "util.Map",
  ];
  const fails = body.join().includes("MessageDigest") ? " throws NoSuchAlgorithmException" : "";
  const used = classes.filter((each) =>
    new RegExp(`\\b${each.split(".").at(-1)}[<.{]`).test(`${body.join()}${fails}{`),
  );
  const imports = used.map((each) => `import java.${each};\n`).join("");
  return `import ${packageNames("").javaPackage}.*;
${imports}
class Sample {
  public static void main(String[] args)${fails} {
    ${client} client = new ${client}("{{url}}"${key});

{{call}}
  }
}
`;
};

/** The setters below each other, unless they fit in one line. */
function broken(start: string, texts: readonly string[], params: readonly string[] | undefined): string[] {
  if (!params) return javaLined(start, texts, ");", 84);
  const call = [...texts, oneLine(params)].join(", ");
  if (call.length <= 84) return [start, `    ${call});`];
  const [first = "", ...setters] = params;
  return [
    start,
    ...texts.map((each) => `    ${each},`),
    `    ${first}`,
    ...indent(`${setters.join("\n")});`.split("\n"), "        "),
  ];
}

const oneLine = (parts: readonly string[]) => parts.join("").replaceAll(/\n */g, "");
