import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { entryPoints, sourceOf } from "../../../shared/contract/entry-points.ts";
import {
  bundle,
  isOwn,
  outdir,
  publish,
  SETTINGS,
  type BuiltTexts,
  buildSettings,
  type TextName,
} from "../bundle.ts";
import { builtTexts } from "../docs/docs-site.ts";

const sources: Readonly<Record<string, string>> = Object.fromEntries(
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
  const made = new Map<TextName, BuiltTexts>();
  const textOf = (name: TextName) => {
    const texts = made.get(name) ?? builtTexts[name]();
    made.set(name, texts);
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

export const TOGETHER = "together";

/** For tests in one process: `handlers` loads each by its name. Returns the sources, as `bundle` does. */
export async function bundleTogether(assembly: string): Promise<Record<string, string[]>> {
  const loaders = Object.entries(sources).map(
    ([name, source]) => `${JSON.stringify(name)}: () => import("./${source}")`,
  );
  const texts = (Object.keys(builtTexts) as TextName[]).map((text) => builtTexts[text]());
  const { outputFiles, metafile } = await build({
    ...buildSettings,
    define: Object.assign({}, ...texts.map(({ define }) => define)),
    stdin: { contents: `export const handlers = { ${loaders} };`, resolveDir: buildSettings.absWorkingDir },
    alias: {
      ...buildSettings.alias,
      "@smithy/node-http-handler": join(import.meta.dirname, "..", "sdk", "direct-http.ts"),
      "@smithy/signature-v4": join(import.meta.dirname, "..", "sdk", "no-signature.ts"),
    },
    outdir: join(outdir, TOGETHER),
    entryNames: "index",
    splitting: true,
  });
  publish(outputFiles, TOGETHER, assembly);
  const own = Object.keys(metafile.inputs).filter((file) => isOwn(file) && file !== "<stdin>");
  return { [TOGETHER]: [...new Set([...own, ...SETTINGS, ...texts.flatMap(({ inputs }) => inputs)])] };
}
