import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, buildSync, type Metafile } from "esbuild";
import { entryPoints, sourceOf } from "../../shared/contract/entry-points.ts";
import { browserText } from "./browser-text.ts";

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
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  legalComments: "none",
  logLevel: "warning",
};

const sources = new Map(entryPoints.map((entryPoint) => [entryPoint.name, sourceOf(entryPoint)]));

function sourceNamed(name: string): string {
  const source = sources.get(name);
  if (!source) throw new Error(`No record is named ${name}`);
  return join(root, source);
}

/** By the names of what is in it: where this process bundled it before, as for another stage. */
const bundled = new Map<string, string>();
const keyOf = (names: readonly string[]) => [...names].sort().join();

/** For tests of many stages: what lies in `dir` was bundled from the sources as they are. */
export const reuseBundles = (dir: string) => void bundled.set(keyOf(readdirSync(dir)), dir);

/**
 * Bundles functions into `<into>/<name>/index.mjs`, all in one call. A call for each would take most of a
 * minute. A function that loads a module on demand gets a second call of its own, which leaves that module
 * in a file beside the entry. The same sources give the same bytes, so nothing unchanged is uploaded again.
 */
export function bundle(names: readonly string[], into: string): (name: string) => string {
  rmSync(into, { recursive: true, force: true });
  const before = bundled.get(keyOf(names));
  if (before && existsSync(before)) cpSync(before, into, { recursive: true });
  else bundleAnew(names, into);
  bundled.set(keyOf(names), into);
  return (name) => join(into, name);
}

function bundleAnew(names: readonly string[], into: string): void {
  mkdirSync(into, { recursive: true });
  const entries = Object.fromEntries(names.map((name) => [`${name}/index`, sourceNamed(name)]));
  const { metafile } = buildSync({
    ...bundlerSettings,
    absWorkingDir: root,
    entryPoints: entries,
    outdir: into,
    metafile: true,
  });
  for (const name of names.filter((name) => loadsLazily(metafile, name))) {
    rmSync(join(into, name), { recursive: true });
    const entryPoints = { index: sourceNamed(name) };
    buildSync({
      ...bundlerSettings,
      absWorkingDir: root,
      entryPoints,
      outdir: join(into, name),
      splitting: true,
    });
  }
}

/** Whether one of our own files in the bundle imports something only when it is needed. */
function loadsLazily({ outputs, inputs }: Metafile, name: string): boolean {
  const [, output] = Object.entries(outputs).find(([file]) => file.endsWith(`/${name}/index.mjs`)) ?? [];
  return Object.keys(output?.inputs ?? {}).some(
    (file) =>
      !file.includes("node_modules/") && inputs[file]?.imports.some(({ kind }) => kind === "dynamic-import"),
  );
}
