import { goName } from "../go-types.ts";
import type { FieldModel, TypeModel } from "../model.ts";
import { packageNames } from "../names.ts";
import { indent } from "../text.ts";
import { fieldsIn, replyName, type Sample, type SampleCall, type SampleField } from "./call.ts";

export function goSample({ api, resource, method, path, fields, shapes }: SampleCall): Sample {
  const { goModule } = packageNames("");
  const client = api === "agent" ? "AgentClient" : "PlatformClient";
  const key = api === "agent" ? "" : ', "{{key}}"';
  const name = replyName(method);

  const struct = (type: string, of: readonly SampleField[]): string[] =>
    of.length === 0
      ? [`client.${type}{}`]
      : [
          `client.${type}{`,
          ...indent(aligned(of.map((each) => [goName(each.field.name), entry(each)])), "\t"),
          "}",
        ];
  const entry = ({ field, value }: SampleField): string[] => {
    const [first = "", ...rest] = literal(field.type, value);
    const { isPointer, isShape } = kindOf(field);
    if (!isPointer) return [first, ...rest];
    return isShape ? [`&${first}`, ...rest] : [`client.Ptr(${numbered(field.type, first)})`];
  };
  const literal = (type: TypeModel, value: unknown): string[] => {
    if (type.kind === "shape") return struct(type.name, fieldsIn(shapes.get(type.name), value as object));
    if (type.kind === "list")
      return [`[]string{${(value as unknown[]).map((each) => JSON.stringify(each)).join(", ")}}`];
    if (type.kind !== "map") return [JSON.stringify(value)];
    const entries = Object.entries(value as object).map(
      ([key, each]) => [JSON.stringify(key), [nullable(type, each)]] as const,
    );
    return [`map[string]${type.hasNull ? "*" : ""}string{`, ...indent(aligned(entries), "\t"), "}"];
  };

  const args = ["context.Background()", ...path.map((each) => JSON.stringify(each))];
  const [first, ...rest] = method.params ? struct(method.params.name, fields) : [];
  const start = `${name}, err := api.${goName(resource.name)}.${goName(method.name)}(`;
  const call = `${start}${[...args, ...(first ? [first] : [])].join(", ")}`;
  const lines = rest.length > 0 ? [call, ...rest.slice(0, -1), `${rest.at(-1)})`] : [`${call})`];
  return {
    frame: `package main

import (
	"context"
	"fmt"
	"log"

	client "${goModule}"
)

func main() {
	api, err := client.New${client}("{{url}}"${key})
	if err != nil {
		log.Fatal(err)
	}
{{call}}
}
`,
    call: indent(
      [...lines, "if err != nil {", "\tlog.Fatal(err)", "}", `fmt.Println(string(${name}.RawJSON()))`],
      "\t",
    ),
  };
}

const nullable = ({ hasNull }: { hasNull: boolean }, value: unknown): string => {
  if (value === null) return "nil";
  return hasNull ? `client.Ptr(${JSON.stringify(value)})` : JSON.stringify(value);
};

/** As the printer of Go's types declares a field of a request. */
function kindOf({ type, isNullable, isRequired }: FieldModel): { isPointer: boolean; isShape: boolean } {
  const canBeEmpty = type.kind === "string" || "of" in type || type.kind === "any";
  return { isPointer: !isNullable && !isRequired && !canBeEmpty, isShape: type.kind === "shape" };
}

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
