import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import { runInThisContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { browserInputs, browserText, bundledText, docsTexts } from "../browser-text.ts";
import type { BuiltTexts, TextName } from "../bundle.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** A placeholder for the address of the deployment, which only the running function knows. */
const ADDRESS = "https://address-of-the-deployment.invalid";

const SOURCE = "infra/stack/docs/docs-site.ts";

/** More than the libraries have. */
const MAX_PRINTED_BYTES = 64 * 1024 * 1024;

const defined = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]));

export const builtTexts: Readonly<Record<TextName, () => BuiltTexts>> = {
  pages: () => ({
    define: defined(browserText),
    inputs: [...browserInputs, "infra/stack/browser-text.ts"],
  }),
  docs: makeDocsSite,
  documents: makeDocuments,
  libraries: makeLibraries,
};

function makeDocsSite(): BuiltTexts {
  const samples = { SAMPLES: printed("samples/print-samples.ts"), DOCS_TEXTS: browserText.DOCS_TEXTS };
  const { result, inputs } = run<{ docsSite: () => unknown }>("shared/site/docs/build/docs-site.ts", samples);
  return {
    define: defined({
      DOCS_SITE: packed(JSON.stringify(result.docsSite())),
      BUILT_ADDRESS: ADDRESS,
      // Beside those of all pages, because their sources are not those of pages.
      ...samples,
    }),
    inputs: [SOURCE, ...inputs, ...sampleInputs(), ...docsTexts].filter(
      (file) => !file.includes("node_modules/"),
    ),
  };
}

function makeDocuments(): BuiltTexts {
  const { result, inputs } = run<{ openapiTexts: (address: string) => Record<"agent" | "platform", string> }>(
    "shared/contract/openapi/openapi-texts.ts",
  );
  const { agent, platform } = result.openapiTexts(ADDRESS);
  return {
    define: defined({
      AGENT_OPENAPI: packed(agent),
      PLATFORM_OPENAPI: packed(platform),
      BUILT_ADDRESS: ADDRESS,
    }),
    inputs: [SOURCE, ...inputs].filter((file) => !file.includes("node_modules/")),
  };
}

/** Packs the client libraries. The npm package has the fake, which is made from all of the service. */
function makeLibraries(): BuiltTexts {
  const sources = ["functions", "shared", "infra/clients"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  return {
    define: defined({ LIBRARIES: printed("archives/archives.ts") }),
    inputs: [SOURCE, ...sources.filter((file) => !file.startsWith("infra/clients/test/"))],
  };
}

/** What a program of the client libraries prints. This room imports none of theirs. */
function printed(program: string): string {
  const file = join(root, "infra", "clients", program);
  return execFileSync(process.execPath, [file], { encoding: "utf8", maxBuffer: MAX_PRINTED_BYTES });
}

function run<Exports>(
  entry: string,
  more: Record<string, string> = {},
): { result: Exports; inputs: string[] } {
  const { text, inputs } = bundledText(entry, {
    format: "cjs",
    platform: "node",
    target: "node24",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { ...defined({ ...browserText, ...more }), "process.env.BASE_URL": JSON.stringify(ADDRESS) },
  });
  const module = { exports: {} as Exports };
  runInThisContext(`(function(module, require) {${text}\n})`, { filename: `${basename(entry)}.cjs` })(
    module,
    createRequire(import.meta.url),
  );
  return { result: module.exports, inputs };
}

/** The files that the samples are made from. A program prints the samples, so no bundle has these. */
function sampleInputs(): string[] {
  const samples = "infra/clients/samples";
  const options = { format: "esm", platform: "node", packages: "external" } as const;
  const { inputs } = bundledText(`${samples}/print-samples.ts`, options);
  const guides = readdirSync(join(root, samples, "guides")).map((file) => `${samples}/guides/${file}`);
  return [...inputs, ...guides];
}

/** The pages resemble each other, so one window over all of them leaves a twentieth. */
const packed = (text: string): string =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  }).toString("base64");
