import { packageNames } from "../names.ts";
import { camel, indent } from "../text.ts";
import { clientOf, type Frame, importsOf, replyName, type Sample, type SampleCall } from "./call.ts";

const WIDTH = 80;

export function typeScriptSample({ api, resource, method, path, fields }: SampleCall): Sample {
  const value = Object.fromEntries(fields.map((each) => [each.field.name, each.value]));
  const args = [...path.map((each) => JSON.stringify(each)), ...(fields.length > 0 ? [value] : [])];
  const name = replyName(method);
  const start = `const ${name} = await client.${resource.name}.${camel(method.name)}(`;
  return {
    frame: typeScriptFrame(api, []),
    call: [...withArguments(start, args), `console.log(${name});`],
  };
}

export const typeScriptFrame: Frame = (api, lines) => {
  const key = api === "agent" ? "" : '  apiKey: "{{key}}",\n';
  return `import { ${importsOf(api, lines)} } from "${packageNames("").npmPackage}";\n\nconst client = new ${clientOf(api)}({\n  baseUrl: "{{url}}",\n${key}});\n\n{{call}}\n`;
};

/** The last argument may be an object, whose lines follow the opening parenthesis. */
function withArguments(start: string, args: readonly unknown[]): string[] {
  const texts = args.map((each) => (typeof each === "string" ? [each] : literal(each)));
  const [last = []] = texts.slice(-1);
  const before = texts.slice(0, -1).map((lines) => `${lines[0]}, `);
  const object = `${start}${before.join("")}${last.join(" ")});`;
  if (last.length < 2) return [object];
  return [`${start}${before.join("")}${last[0]}`, ...last.slice(1, -1), `${last.at(-1)});`];
}

/** A value as lines: one if it fits. */
function literal(value: unknown, room = WIDTH): string[] {
  if (typeof value !== "object" || value === null) return [JSON.stringify(value)];
  if (Array.isArray(value)) {
    const items = value.map((each) => literal(each, room - 2));
    if (items.every((lines) => lines.length === 1)) return [`[${items.join(", ")}]`];
    return ["[", ...indent(items.flatMap(withComma), "  "), "]"];
  }
  const entries = Object.entries(value).map(([name, each]) => [name, literal(each, room - 2)] as const);
  const kind = `{ ${entries.map(([name, lines]) => `${name}: ${lines.join(" ")}`).join(", ")} }`;
  if (kind.length <= room - 40 && entries.every(([, lines]) => lines.length === 1)) return [kind];
  const lines = entries.flatMap(([name, [first, ...rest]]) => withComma([`${name}: ${first}`, ...rest]));
  return ["{", ...indent(lines, "  "), "}"];
}

const withComma = (lines: readonly string[]) => [...lines.slice(0, -1), `${lines.at(-1)},`];
