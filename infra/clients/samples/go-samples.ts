import { sampleYesterday } from "../../../shared/contract/openapi/example-arguments.ts";
import { goFieldType, goName, goType } from "../go-types.ts";
import type { TypeModel } from "../model.ts";
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

export function goSample({ api, resource, method, path, fields, shapes }: SampleCall): Sample {
  const name = replyName(method);

  const struct = (type: string, of: readonly SampleField[]): string[] =>
    of.length === 0
      ? [`client.${goName(type)}{}`]
      : [
          `client.${goName(type)}{`,
          ...indent(aligned(of.map((each) => [goName(each.field.name), entry(each)])), "\t"),
          "}",
        ];
  const entry = ({ field, value }: SampleField): string[] => {
    const type = goFieldType(field, false, "client.");
    if (value === null) return [`client.Null[${type.slice("Nullable[".length, -1)}]()`];
    const [first = "", ...rest] = literal(field.type, value);
    const parts = field.isNullable ? [`client.Value(${first}`, ...rest] : [first, ...rest];
    if (field.isNullable) return [...parts.slice(0, -1), `${parts.at(-1)})`];
    if (!type.startsWith("*")) return parts;
    return field.type.kind === "shape"
      ? [`&${first}`, ...rest]
      : [`client.Ptr(${numbered(field.type, first)})`];
  };
  const literal = (type: TypeModel, value: unknown): string[] => {
    if (type.kind === "shape") return struct(type.name, fieldsIn(shapes.get(type.name), value as object));
    if (type.kind === "list" && type.of.kind === "shape") {
      const { name: item } = type.of;
      const items = (value as object[]).map((each) =>
        struct(item, fieldsIn(shapes.get(item), each)).slice(1),
      );
      return [
        `[]client.${goName(item)}{`,
        ...items.flatMap((lines) => indent(["{", ...lines.slice(0, -1), `${lines.at(-1)},`], "\t")),
        "}",
      ];
    }
    if (type.kind === "list")
      return [
        `${goType(type, "client.")}{${(value as unknown[]).map((each) => JSON.stringify(each)).join(", ")}}`,
      ];
    if (type.kind === "string" && value === sampleYesterday) return ["time.Now().AddDate(0, 0, -1)"];
    if (type.kind !== "map") return [JSON.stringify(value)];
    const entries = Object.entries(value as object).map(
      ([key, each]) => [JSON.stringify(key), [nullable(type, each)]] as const,
    );
    return [`${goType(type)}{`, ...indent(aligned(entries), "\t"), "}"];
  };

  const args = ["context.Background()", ...path.map((each) => JSON.stringify(each))];
  const [first, ...rest] = method.params ? struct(method.params.name, fields) : [];
  const start = `${name}, err := api.${goName(resource.name)}.${goName(method.name)}(`;
  const call = `${start}${[...args, ...(first ? [first] : [])].join(", ")}`;
  const lines = rest.length > 0 ? [call, ...rest.slice(0, -1), `${rest.at(-1)})`] : [`${call})`];
  return {
    frame: goFrame(api, lines),
    call: indent(
      [...lines, "if err != nil {", "\tlog.Fatal(err)", "}", `fmt.Println(string(${name}.RawJSON()))`],
      "\t",
    ),
  };
}

/** What some lines need beside the usual imports. */
const packages = ["crypto/sha256", "errors", "strings", "time"];

const importsOf = (lines: readonly string[]) =>
  packages.filter((each) => new RegExp(`\\b${each.split("/").at(-1)}\\.[A-Z]`).test(lines.join("\n")));

export const goFrame: Frame = (api, lines) => `package main

import (
${["context", "fmt", "log", ...importsOf(lines)]
  .sort()
  .map((each) => `\t"${each}"\n`)
  .join("")}
	client "${packageNames("").goModule}"
)

func main() {
	api, err := client.New${clientOf(api)}("{{url}}"${api === "agent" ? "" : ', "{{key}}"'})
	if err != nil {
		log.Fatal(err)
	}
{{call}}
}
`;

const nullable = ({ hasNull }: { hasNull: boolean }, value: unknown): string => {
  if (value === null) return "nil";
  return hasNull ? `client.Ptr(${JSON.stringify(value)})` : JSON.stringify(value);
};

const numbered = (type: TypeModel, text: string) =>
  type.kind === "integer" ? `int64(${text})` : type.kind === "number" ? `float64(${text})` : text;

/** gofmt puts the values of neighboring lines below each other. A value of several lines ends a block. */
function aligned(entries: readonly (readonly [name: string, lines: readonly string[]])[]): string[] {
  const lines: string[] = [];
  let block: (readonly [string, readonly string[]])[] = [];
  const flush = () => {
    const width = Math.max(0, ...block.map(([name]) => name.length));
    for (const [name, [value]] of block) lines.push(`${`${name}:`.padEnd(width + 1)} ${value},`);
    block = [];
  };
  for (const [name, value] of entries) {
    if (value.length === 1) {
      block.push([name, value]);
      continue;
    }
    flush();
    lines.push(`${name}: ${value[0]}`, ...value.slice(1, -1), `${value.at(-1)},`);
  }
  flush();
  return lines;
}
