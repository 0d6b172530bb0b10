import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Tree = Record<string, unknown>;
export type RawResource = { Type: string; Properties?: Tree; Metadata?: Record<string, string> };
export type RawTemplate = {
  Resources: Record<string, RawResource>;
  Outputs?: Record<string, { Value: unknown }>;
};

const NESTED = ".nested.template.json";

/**
 * The template of an assembly's stack as if it had no nested stacks: the resources of each are beside those
 * of its parent. Undefined if the folder has no template.
 */
export function readStack(assemblyDir: string): RawTemplate | undefined {
  const files = existsSync(assemblyDir) ? readdirSync(assemblyDir) : [];
  const file = files.find((name) => name.endsWith(".template.json") && !name.endsWith(NESTED));
  return file === undefined ? undefined : flat(assemblyDir, file);
}

function flat(assemblyDir: string, file: string): RawTemplate {
  const template: RawTemplate = JSON.parse(readFileSync(join(assemblyDir, file), "utf8"));
  for (const [id, { Type, Properties = {}, Metadata = {} }] of Object.entries(template.Resources)) {
    if (Type !== "AWS::CloudFormation::Stack") continue;
    const nested = flat(assemblyDir, String(Metadata["aws:asset:path"]));
    delete template.Resources[id];
    const named = (name: string) => (name in template.Resources ? id + name : name);
    const given = new Map(Object.entries((Properties.Parameters ?? {}) as Tree));
    const names = new Map(Object.keys(nested.Resources).map((name) => [name, named(name)]));
    const inner = (value: unknown) => replaced(value, { given, names, outputs: new Map() });
    const outputs = new Map(
      Object.entries(nested.Outputs ?? {}).map(([name, { Value }]) => [
        `${id}.Outputs.${name}`,
        inner(Value),
      ]),
    );
    const outer = { given: new Map<string, unknown>(), names: new Map<string, string>(), outputs };
    template.Resources = replaced(template.Resources, outer) as RawTemplate["Resources"];
    for (const [name, resource] of Object.entries(nested.Resources))
      template.Resources[named(name)] = inner(resource) as RawResource;
    template.Outputs = replaced(template.Outputs ?? {}, outer) as RawTemplate["Outputs"] & object;
  }
  return template;
}

type Replacements = {
  /** What the parent passes, by the nested stack's parameter. */
  given: ReadonlyMap<string, unknown>;
  /** New logical ids, by the old ones. */
  names: ReadonlyMap<string, string>;
  /** By the nested stack's id and the output. */
  outputs: ReadonlyMap<string, unknown>;
};

function replaced(value: unknown, by: Replacements): unknown {
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, by));
  if (typeof value !== "object" || value === null) return value;
  const { Ref, "Fn::GetAtt": attribute } = value as { Ref?: string; "Fn::GetAtt"?: [string, string] };
  if (Ref !== undefined) return by.given.has(Ref) ? by.given.get(Ref) : { Ref: by.names.get(Ref) ?? Ref };
  if (Array.isArray(attribute)) {
    const [id, name] = attribute;
    return by.outputs.get(attribute.join(".")) ?? { "Fn::GetAtt": [by.names.get(id) ?? id, name] };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === "DependsOn" ? dependencies(entry, by) : replaced(entry, by),
    ]),
  );
}

const dependencies = (entry: unknown, { names }: Replacements) =>
  [entry].flat().map((id) => names.get(String(id)) ?? id);
