import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { runInThisContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { buildSync } from "esbuild";
import { browserText } from "../browser-text.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** A placeholder for the address of the deployment, which only the running function knows. */
const ADDRESS = "https://address-of-the-deployment.invalid";

/** Texts that the build makes for functions, because no request changes them. */
type BuiltTexts = {
  /** The constants that the functions get, by their names. */
  define: Record<string, string>;
  /** The files that the texts are made from, from the project's root. */
  inputs: string[];
};

const defined = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]));

/** The texts that a function needs, by the function's name. */
const builtTexts: Readonly<Record<string, () => BuiltTexts>> = {
  "show-page": makeDocsSite,
  "get-agent-openapi": makeDocuments,
  "get-platform-openapi": makeDocuments,
  "serve-mcp": makeDocuments,
};

/** The texts that the build makes for these functions. Several may need the same ones. */
export function textsFor(names: readonly string[]): Map<string, BuiltTexts> {
  const made = new Map<() => BuiltTexts, BuiltTexts>();
  const needing = names.flatMap((name) => {
    const make = builtTexts[name];
    if (!make) return [];
    const texts = made.get(make) ?? make();
    made.set(make, texts);
    return [[name, texts] as const];
  });
  return new Map(needing);
}

/** Draws all pages of the documentation. */
function makeDocsSite(): BuiltTexts {
  const { made, inputs } = run<{ docsSite: () => unknown }>("shared/pages/docs/site/docs-site.ts");
  return {
    define: defined({ DOCS_SITE: packed(JSON.stringify(made.docsSite())), BUILT_ADDRESS: ADDRESS }),
    inputs: [...inputs, ...sampleInputs()].filter((file) => !file.includes("node_modules/")),
  };
}

/** Prints the OpenAPI documents. */
function makeDocuments(): BuiltTexts {
  const { made, inputs } = run<{ openapiTexts: (address: string) => Record<"agent" | "platform", string> }>(
    "shared/contract/openapi/openapi-texts.ts",
  );
  const { agent, platform } = made.openapiTexts(ADDRESS);
  return {
    define: defined({
      AGENT_OPENAPI: packed(agent),
      PLATFORM_OPENAPI: packed(platform),
      BUILT_ADDRESS: ADDRESS,
    }),
    inputs: inputs.filter((file) => !file.includes("node_modules/")),
  };
}

/** Bundles a module and runs it. */
function run<Exports>(entry: string): { made: Exports; inputs: string[] } {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node24",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { ...defined(browserText), "process.env.BASE_URL": JSON.stringify(ADDRESS) },
    logLevel: "warning",
    write: false,
    metafile: true,
  });
  const [{ text } = { text: "" }] = outputFiles;
  const made = { exports: {} as Exports };
  runInThisContext(`(function(module, require) {${text}\n})`, { filename: `${basename(entry)}.cjs` })(
    made,
    createRequire(import.meta.url),
  );
  return { made: made.exports, inputs: Object.keys(metafile.inputs) };
}

/** The files that the samples are made from. `browser-text.ts` prints the samples, so no bundle has these. */
function sampleInputs(): string[] {
  const samples = "infra/tools/clients/samples";
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [`${samples}/print-samples.ts`],
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
    write: false,
    metafile: true,
  });
  const guides = readdirSync(join(root, samples, "guides")).map((file) => `${samples}/guides/${file}`);
  return [...Object.keys(metafile.inputs), ...guides];
}

/** The pages resemble each other, so one window over all of them leaves a twentieth. */
const packed = (text: string): string =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  }).toString("base64");
