import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, build, type LogLevel, type Metafile, type OutputFile } from "esbuild";

const root = join(import.meta.dirname, "..", "..");

/** These packages look for credentials in files and metadata services. Lambda has them in the environment. */
const NEVER_RUN_IN_LAMBDA = [
  "@aws-sdk/credential-provider-http",
  "@aws-sdk/credential-provider-ini",
  "@aws-sdk/credential-provider-login",
  "@aws-sdk/credential-provider-process",
  "@aws-sdk/credential-provider-sso",
  "@aws-sdk/credential-provider-web-identity",
  "@aws-sdk/nested-clients",
  "@aws-sdk/token-providers",
  "@smithy/credential-provider-imds",
];

export const bundlerSettings: BuildOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node24",
  minify: true,
  // The SDK's CommonJS build is half as large again.
  mainFields: ["module", "main"],
  jsx: "automatic",
  jsxImportSource: "preact",
  external: NEVER_RUN_IN_LAMBDA,
  alias: {
    "@aws-sdk/credential-provider-node": join(import.meta.dirname, "sdk", "env-credentials.ts"),
    "@aws-sdk/endpoint-cache": join(import.meta.dirname, "sdk", "no-endpoint-cache.ts"),
    "@smithy/core/event-streams": join(import.meta.dirname, "sdk", "no-event-streams.ts"),
    "@modelcontextprotocol/server/_shims": join(root, "shared", "http", "mcp", "no-forms.ts"),
  },
  outExtension: { ".js": ".mjs" },
  legalComments: "none",
  logLevel: "warning",
};

export type BuiltTexts = {
  define: Record<string, string>;
  inputs: string[];
};
export type TextName = "pages" | "docs" | "documents" | "libraries";

const MORE_TEXTS: Readonly<Record<string, TextName>> = {
  "show-page": "docs",
  "show-library": "libraries",
  "get-agent-openapi": "documents",
  "get-platform-openapi": "documents",
  "serve-mcp": "documents",
};

/**
 * Bundles functions into `<assembly>/functions/<name>/index.mjs`, all in one call: one for each would take
 * most of a minute. A function with built texts gets a second call, and one that loads a module on demand a
 * call of its own, which leaves that module beside the entry. The same sources give the same bytes, so
 * nothing unchanged is uploaded again. Source maps are in `<assembly>/source-maps/<name>`. This module loads
 * no record, so the local cloud keeps it while records are edited. Returns the sources of each bundle. A
 * failure changes no bundle. A replaced bundle leaves its lazy files for functions that still run.
 */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  assembly: string,
  texts: (names: readonly TextName[]) => Promise<BuiltTexts[]>,
  logLevel: LogLevel = "warning",
): Promise<Record<string, string[]>> {
  const names = Object.keys(entries);
  const common = { ...buildSettings, logLevel, outdir };
  const first = await build({ ...common, entryPoints: entryPointsOf(entries) });
  const needed = new Map(names.map((name) => [name, textsOf(name, first.metafile, entries)]));
  const textNames = [...new Set([...needed.values()].flat())];
  const results = textNames.length > 0 ? await texts(textNames) : [];
  const byName = new Map(textNames.map((text, at) => [text, results[at] as BuiltTexts]));
  const define = Object.assign({}, ...[...byName.values()].map((each) => each.define));
  const textual = names.filter((name) => needed.get(name)?.length);
  const again =
    textual.length === 0
      ? undefined
      : await build({
          ...common,
          define,
          entryPoints: entryPointsOf(Object.fromEntries(textual.map((name) => [name, entries[name] ?? ""]))),
        });
  const outputs = [...first.outputFiles, ...(again?.outputFiles ?? [])];
  const files = new Map(Map.groupBy(outputs, ({ path }) => relative(outdir, dirname(path))));
  for (const name of names.filter((each) => loadsLazily(first.metafile, each))) {
    const entryPoints = { index: join(root, entries[name] ?? "") };
    const options = { ...common, define, entryPoints, outdir: join(outdir, name), splitting: true };
    files.set(name, (await build(options)).outputFiles);
  }
  for (const [name, each] of files) publish(each, name, assembly);
  return Object.fromEntries(
    names.map((name) => {
      const ofTexts = (needed.get(name) ?? []).flatMap((text) => byName.get(text)?.inputs ?? []);
      return [name, [...new Set([...ownSources(first.metafile, entries[name]), ...SETTINGS, ...ofTexts])]];
    }),
  );
}

const entryPointsOf = (entries: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, source]) => [`${name}/index`, join(root, source)]));

function textsOf(name: string, metafile: Metafile, entries: Readonly<Record<string, string>>): TextName[] {
  const isPage = ownSources(metafile, entries[name]).some((file) => file.startsWith("shared/pages/"));
  const more = MORE_TEXTS[name];
  return [...(isPage ? (["pages"] as const) : []), ...(more ? [more] : [])];
}

/** Nothing is written there. Maps name sources from it and hashes depend on it, so it must not vary. */
export const outdir = join(root, "cdk.out", "functions");
export const buildSettings = {
  ...bundlerSettings,
  absWorkingDir: root,
  metafile: true,
  write: false,
  // Nothing in a bundle names its map, so the bundle has the same bytes without one.
  sourcemap: "external",
  sourcesContent: false,
} as const;

/** The entry is last, because it needs the files beside it. */
export function publish(outputs: readonly OutputFile[], name: string, assembly: string): void {
  const isEntry = ({ path }: OutputFile) => path.endsWith("/index.mjs");
  for (const output of [...outputs].sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    const folder = join(assembly, output.path.endsWith(".map") ? "source-maps" : "functions", name);
    const file = join(folder, basename(output.path));
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.new`, output.contents);
    renameSync(`${file}.new`, file);
  }
}

/** From the input: the output does not list a file whose constants esbuild folded into others. */
function ownSources(metafile: Metafile, source = ""): string[] {
  const reached = new Set([source]);
  for (const file of reached)
    for (const { path, external } of metafile.inputs[file]?.imports ?? []) if (!external) reached.add(path);
  return [...reached].filter(isOwn);
}

/** They decide how a function is bundled. */
export const SETTINGS = [
  "infra/stack/bundle.ts",
  "tsconfig.json",
  "package.json",
  // npm's own list of the installed packages.
  "node_modules/.package-lock.json",
];

/** Whether one of our own files in the bundle imports something only when it is needed. */
function loadsLazily({ inputs, outputs }: Metafile, name: string): boolean {
  const [, output] = Object.entries(outputs).find(([file]) => file.endsWith(`/${name}/index.mjs`)) ?? [];
  const serviceFiles = Object.keys(output?.inputs ?? {}).filter(isOwn);
  return serviceFiles.some((file) => inputs[file]?.imports.some(({ kind }) => kind === "dynamic-import"));
}

export const isOwn = (file: string): boolean => !file.includes("node_modules/");
