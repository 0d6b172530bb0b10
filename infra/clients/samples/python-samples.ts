import { packageNames } from "../names.ts";
import { pythonName } from "../python-types.ts";
import { indent, snake } from "../text.ts";
import { clientOf, type Frame, importsOf, replyName, type Sample, type SampleCall } from "./call.ts";

const WIDTH = 80;

export function pythonSample({ api, resource, method, path, fields }: SampleCall): Sample {
  const name = replyName(method);
  const args = [
    ...path.map((each) => [JSON.stringify(each)]),
    ...fields.map(({ field, value }) => {
      const [first = "", ...rest] = literal(value);
      return [`${pythonName(field.name)}=${first}`, ...rest];
    }),
  ];
  const start = `${name} = client.${snake(resource.name)}.${pythonName(snake(method.name))}(`;
  const call = `${start}${args.map((lines) => lines.join(" ")).join(", ")})`;
  const isShort = call.length <= WIDTH && args.every((lines) => lines.length === 1);
  const many = args.flatMap(withComma);
  return {
    frame: pythonFrame(api, []),
    call: [...(isShort ? [call] : [start, ...indent(many, "    "), ")"]), `print(${name}.to_dict())`],
  };
}

export const pythonFrame: Frame = (api, lines) => {
  const key = api === "agent" ? "" : ', "{{key}}"';
  return `from ${packageNames("").pythonPackage} import ${importsOf(api, lines)}\n\nclient = ${clientOf(api)}("{{url}}"${key})\n\n{{call}}\n`;
};

function literal(value: unknown): string[] {
  if (typeof value === "boolean") return [value ? "True" : "False"];
  if (value === null) return ["None"];
  if (typeof value !== "object") return [JSON.stringify(value)];
  if (Array.isArray(value)) {
    const items = value.map(literal);
    if (items.every((lines) => lines.length === 1)) return [`[${items.join(", ")}]`];
    return ["[", ...indent(items.flatMap(withComma), "    "), "]"];
  }
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const [first, ...rest] = literal(each);
    return withComma([`"${name}": ${first}`, ...rest]);
  });
  return ["{", ...indent(entries, "    "), "}"];
}

const withComma = (lines: readonly string[]) => [...lines.slice(0, -1), `${lines.at(-1)},`];
