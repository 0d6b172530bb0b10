import { rmSync } from "node:fs";
import { join } from "node:path";
import { entryPoints, sourceOf } from "../../../shared/contract/entry-points.ts";
import { type BuiltTexts, bundle, type TextName } from "../bundle.ts";
import { builtTexts } from "../docs/docs-site.ts";

/** The file of each function, by its name. */
export const sources: Readonly<Record<string, string>> = Object.fromEntries(
  entryPoints.map((entryPoint) => [entryPoint.name, sourceOf(entryPoint)]),
);

/** One call of esbuild for all functions needs 3 GB. Calls of this size need 1 GB and the same CPU time. */
const AT_ONCE = 12;

/** Bundles functions, a part of them at a time, with the texts that they need. Returns what `bundle` does. */
export async function bundleNamed(
  names: readonly string[],
  assembly: string,
): Promise<Record<string, string[]>> {
  const entries = names.map((name) => [name, sourceNamed(name)] as const);
  const byName = new Map<TextName, BuiltTexts>();
  const textOf = (name: TextName) => {
    const texts = byName.get(name) ?? builtTexts[name]();
    byName.set(name, texts);
    return texts;
  };
  const inputs: Record<string, string[]> = {};
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const part = Object.fromEntries(entries.slice(from, from + AT_ONCE));
    Object.assign(inputs, await bundle(part, assembly, async (texts) => texts.map(textOf)));
  }
  return inputs;
}

function sourceNamed(name: string): string {
  const source = sources[name];
  if (!source) throw new Error(`No record is named ${name}`);
  return source;
}

export async function bundleAll(assembly: string): Promise<(name: string) => string> {
  const folders = join(assembly, "functions");
  rmSync(folders, { recursive: true, force: true });
  await bundleNamed(Object.keys(sources), assembly);
  return (name) => join(folders, name);
}
