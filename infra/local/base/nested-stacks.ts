import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupFailure } from "./failure.ts";

type Tree = Record<string, unknown>;
type Place = { account: string; region: string };
export type RawResource = {
  Type: string;
  Condition?: string;
  Properties?: Tree;
  Metadata?: Record<string, string>;
};
export type RawTemplate = {
  Resources: Record<string, RawResource>;
  Outputs?: Record<string, { Value: unknown }>;
};

const NESTED = ".nested.template.json";

/**
 * As if it had no nested stacks: the resources of each are beside those of its parent. With `here`, the app's
 * account and region become these. Undefined without a template.
 */
export function readStack(assemblyDir: string, here?: Place): RawTemplate | undefined {
  const files = existsSync(assemblyDir) ? readdirSync(assemblyDir) : [];
  const [file, ...others] = files.filter((name) => name.endsWith(".template.json") && !name.endsWith(NESTED));
  if (others.length > 0)
    throw new StartupFailure(
      `The local cloud runs one stack. ${assemblyDir} has more: ${[file, ...others].join(", ")}.`,
    );
  if (file === undefined) return undefined;
  return flat(assemblyDir, file, here ? movedTo(here, assemblyDir) : (text) => text);
}

type Manifest = { artifacts?: Record<string, { type: string; environment?: string }> };

/** An app may name a place, such as `aws://123456789012/eu-central-1`. Its ARNs have it as a text. */
function movedTo(here: Place, assemblyDir: string): (text: string) => string {
  const file = join(assemblyDir, "manifest.json");
  const { artifacts = {} }: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const stack = Object.values(artifacts).find(({ type }) => type === "aws:cloudformation:stack");
  const [account = here.account, region = here.region] = (stack?.environment ?? "").split("/").slice(2);
  return (text) => text.replaceAll(account, here.account).replaceAll(region, here.region);
}

function flat(assemblyDir: string, file: string, moved: (text: string) => string): RawTemplate {
  const template: RawTemplate = JSON.parse(moved(readFileSync(join(assemblyDir, file), "utf8")));
  for (const id of Object.keys(template.Resources)) {
    // Read anew: an earlier nested stack's outputs may be in its parameters.
    const { Type, Properties = {}, Metadata = {} } = template.Resources[id] as RawResource;
    if (Type !== "AWS::CloudFormation::Stack") continue;
    const nested = flat(assemblyDir, String(Metadata["aws:asset:path"]), moved);
    delete template.Resources[id];
    const named = (name: string) => (name in template.Resources ? id + name : name);
    const parameters = new Map(Object.entries((Properties.Parameters ?? {}) as Tree));
    const names = new Map(Object.keys(nested.Resources).map((name) => [name, named(name)]));
    const inner = (value: unknown) =>
      replaced(value, { given: parameters, names, outputs: new Map(), members: new Map() });
    const outputs = new Map(
      Object.entries(nested.Outputs ?? {}).map(([name, { Value }]) => [
        `${id}.Outputs.${name}`,
        inner(Value),
      ]),
    );
    const members = new Map([[id, [...names.values()]]]);
    const outer = { given: new Map<string, unknown>(), names: new Map<string, string>(), outputs, members };
    template.Resources = replaced(template.Resources, outer) as RawTemplate["Resources"];
    for (const [name, resource] of Object.entries(nested.Resources))
      template.Resources[named(name)] = inner(resource) as RawResource;
    template.Outputs = replaced(template.Outputs ?? {}, outer) as RawTemplate["Outputs"] & object;
  }
  return template;
}

type Replacements = {
  given: ReadonlyMap<string, unknown>;
  names: ReadonlyMap<string, string>;
  outputs: ReadonlyMap<string, unknown>;
  /** What comes after a nested stack comes after all of its resources. */
  members: ReadonlyMap<string, readonly string[]>;
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

const dependencies = (entry: unknown, { names, members }: Replacements) =>
  [entry].flat().flatMap((id) => members.get(String(id)) ?? names.get(String(id)) ?? id);
