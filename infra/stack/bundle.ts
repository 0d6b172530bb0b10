import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, buildSync, type Metafile, type OutputFile } from "esbuild";
import { entryPoints, sourceOf } from "../../shared/contract/entry-points.ts";
import { browserInputs, browserText } from "./browser-text.ts";
import { textsFor } from "./docs/docs-site.ts";

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
  define: Object.fromEntries(Object.entries(browserText).map(([name, text]) => [name, JSON.stringify(text)])),
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

const sources = new Map(entryPoints.map((entryPoint) => [entryPoint.name, sourceOf(entryPoint)]));

function sourceNamed(name: string): string {
  const source = sources.get(name);
  if (!source) throw new Error(`No record is named ${name}`);
  return join(root, source);
}

/** Bundles every function for a deployment. Returns a function's folder by its name. */
export function bundleAll(assembly: string): (name: string) => string {
  const folders = join(assembly, "functions");
  rmSync(folders, { recursive: true, force: true });
  bundleInTurn([...sources.keys()], assembly);
  return (name) => join(folders, name);
}

/** One call of esbuild for all functions needs 3 GB. Calls of this size need 1 GB and the same CPU time. */
const AT_ONCE = 12;

/** Bundles many functions, a part of them at a time. Returns what `bundle` does. */
export function bundleInTurn(names: readonly string[], assembly: string): Record<string, string[]> {
  const inputs: Record<string, string[]> = {};
  for (let from = 0; from < names.length; from += AT_ONCE)
    Object.assign(inputs, bundle(names.slice(from, from + AT_ONCE), assembly));
  return inputs;
}

/**
 * Bundles functions into `<assembly>/functions/<name>/index.mjs`, all in one call. A call for each would take
 * most of a minute. A function that loads a module on demand gets a second call of its own, which leaves that
 * module in a file beside the entry. The same sources give the same bytes, whichever functions are bundled
 * together, so nothing unchanged is uploaded again. The source maps are in `<assembly>/source-maps/<name>`.
 *
 * Returns the sources of each bundle, by the function's name and from the project's root. A failure changes
 * no bundle. A bundle that is replaced leaves its lazy files, because a running function may still need them.
 */
export function bundle(names: readonly string[], assembly: string): Record<string, string[]> {
  const entries = Object.fromEntries(names.map((name) => [`${name}/index`, sourceNamed(name)]));
  const texts = textsFor(names);
  const define = Object.assign({}, settings.define, ...[...texts.values()].map((made) => made.define));
  const { outputFiles, metafile } = buildSync({ ...settings, define, entryPoints: entries, outdir });
  const lazy = names.filter((name) => loadsLazily(metafile, name));
  const files = Map.groupBy(outputFiles, ({ path }) => relative(outdir, dirname(path)));
  for (const name of lazy) {
    const entryPoints = { index: sourceNamed(name) };
    const again = buildSync({
      ...settings,
      define,
      entryPoints,
      outdir: join(outdir, name),
      splitting: true,
    });
    files.set(name, again.outputFiles);
  }
  for (const [name, outputs] of files) publish(outputs, name, assembly);
  const inputsOf = (name: string) => [...sourcesOf(metafile, name), ...(texts.get(name)?.inputs ?? [])];
  return Object.fromEntries(names.map((name) => [name, [...new Set(inputsOf(name))]]));
}

/** The name of the bundle below, and of its folder. */
export const TOGETHER = "together";

/**
 * All functions in one bundle, for tests that run them in one process: `handlers` loads each by its name, and
 * they share the rest. Returns the sources, as `bundle` does.
 */
export function bundleTogether(assembly: string): Record<string, string[]> {
  const loaders = [...sources].map(
    ([name, source]) => `${JSON.stringify(name)}: () => import("./${source}")`,
  );
  const texts = [...textsFor([...sources.keys()]).values()];
  const { outputFiles, metafile } = buildSync({
    ...settings,
    define: Object.assign({}, settings.define, ...texts.map(({ define }) => define)),
    stdin: { contents: `export const handlers = { ${loaders} };`, resolveDir: root },
    alias: {
      ...settings.alias,
      "@smithy/node-http-handler": join(import.meta.dirname, "sdk", "direct-http.ts"),
      "@smithy/signature-v4": join(import.meta.dirname, "sdk", "no-signature.ts"),
    },
    outdir: join(outdir, TOGETHER),
    entryNames: "index",
    splitting: true,
  });
  publish(outputFiles, TOGETHER, assembly);
  const own = Object.keys(metafile.inputs).filter((file) => isOwn(file) && file !== "<stdin>");
  return {
    [TOGETHER]: [
      ...new Set([...own, ...SETTINGS, ...browserInputs, ...texts.flatMap(({ inputs }) => inputs)]),
    ],
  };
}

/**
 * Nothing is written there. A source map names its sources from its own folder, and the name of a lazy file
 * has its map's hash. So the folder must not depend on where the assembly is.
 */
const outdir = join(root, "cdk.out", "functions");
const settings = {
  ...bundlerSettings,
  absWorkingDir: root,
  metafile: true,
  write: false,
  // Nothing in a bundle names its map, so the bundle has the same bytes without one.
  sourcemap: "external",
  sourcesContent: false,
} as const;

/** The entry is last, because it needs the files beside it. */
function publish(outputs: readonly OutputFile[], name: string, assembly: string): void {
  const isEntry = ({ path }: OutputFile) => path.endsWith("/index.mjs");
  for (const output of [...outputs].sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    const folder = join(assembly, output.path.endsWith(".map") ? "source-maps" : "functions", name);
    const file = join(folder, basename(output.path));
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.new`, output.contents);
    renameSync(`${file}.new`, file);
  }
}

/**
 * The project's own files that a bundle was made from, and those that decide how it is bundled. esbuild may
 * fold a file's constants into others. The output no longer lists such a file, but it is among these.
 */
function sourcesOf(metafile: Metafile, name: string): string[] {
  const reached = new Set([relative(root, sourceNamed(name))]);
  for (const file of reached)
    for (const { path, external } of metafile.inputs[file]?.imports ?? []) if (!external) reached.add(path);
  const own = [...reached].filter(isOwn);
  const isPage = own.some((file) => file.startsWith("shared/pages/"));
  return [...new Set([...own, ...SETTINGS, ...(isPage ? browserInputs : [])])];
}

const SETTINGS = [
  ...[
    "infra/stack/bundle.ts",
    "infra/stack/browser-text.ts",
    "infra/stack/docs/docs-site.ts",
    "infra/stack/images/preview-image.ts",
    "tsconfig.json",
    "package.json",
  ],
  // npm's own list of the installed packages.
  "node_modules/.package-lock.json",
];

/** Whether one of our own files in the bundle imports something only when it is needed. */
function loadsLazily({ inputs, outputs }: Metafile, name: string): boolean {
  const [, output] = Object.entries(outputs).find(([file]) => file.endsWith(`/${name}/index.mjs`)) ?? [];
  const own = Object.keys(output?.inputs ?? {}).filter(isOwn);
  return own.some((file) => inputs[file]?.imports.some(({ kind }) => kind === "dynamic-import"));
}

const isOwn = (file: string): boolean => !file.includes("node_modules/");
